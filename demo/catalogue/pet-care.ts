import { aranyika, bansuli, lakdikatha, mittika } from './sellers.ts';
import type { CategorySource } from './types.ts';

export const petCare: CategorySource = {
  name: 'Pet Care',
  subcategories: [
    {
      name: 'Grooming',
      face: 'neem-pet-soap',
      products: [
        {
          slug: 'neem-pet-soap', name: 'Neem & Karanja Dog Soap, 120 g', seller: aranyika, rupees: 189, units: 142,
          cm: [3.2, 9, 6], grams: 135,
          description: 'Karanja and neem oils in a low-foam bar that rinses out of thick coats. Balanced for the pH of dog skin, which is not ours.',
          material: 'Saponified coconut, neem and karanja oils, lemongrass', size: '9 x 6 x 3.2 cm, 120 g', care: 'Keep out of eyes and dry between baths',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 bar in a paper band',
        },
        {
          slug: 'bamboo-pet-brush', name: 'Bamboo Pet Brush, Two-Sided', seller: bansuli, rupees: 349, units: 46,
          cm: [5, 18, 6], grams: 90,
          description: 'Steel pins on one face for the undercoat, sisal on the other for shine. Indie dogs and long-haired cats both agree to it.',
          material: 'Bamboo, steel pins, sisal bristle', size: '18 cm long', care: 'Pull out hair, keep dry',
          origin: 'Made in Guwahati, Assam', inTheBox: '1 brush in a paper box',
        },
      ],
    },
    {
      name: 'Bowls & Beds',
      face: 'ceramic-pet-bowl',
      products: [
        {
          slug: 'ceramic-pet-bowl', name: 'Stoneware Pet Bowl, Paw, 18 cm', seller: mittika, rupees: 549, units: 50,
          cm: [6, 18, 18], grams: 860,
          description: 'Heavy enough not to travel across the floor during dinner. Glazed inside and out, with bare clay at the foot for grip.',
          material: 'Stoneware, lead-free glaze', size: '18 cm across, 800 ml', care: 'Dishwasher safe',
          origin: 'Made in Bhuj, Gujarat', inTheBox: '1 bowl in a corrugated carton',
        },
        {
          slug: 'jute-cat-bed', name: 'Braided Jute Cat Bed with Cotton Cushion', seller: bansuli, rupees: 1199, units: 13,
          cm: [14, 42, 42], grams: 1400,
          description: 'A low basket of braided jute with a cushion filled with cotton and buckwheat husk. Cats will scratch the rim; jute bears it for a good while.',
          material: 'Jute, cotton cover, cotton and buckwheat husk', size: '42 cm across, 14 cm high', care: 'Cover washes at 40 °C',
          origin: 'Made in Guwahati, Assam', inTheBox: '1 basket, 1 cushion',
        },
        {
          slug: 'clay-bird-bath', name: 'Terracotta Bird Bath, Hanging', seller: mittika, rupees: 449, units: 11,
          cm: [6, 26, 26], grams: 1100,
          description: 'A shallow dish on three jute ropes, for the sparrows of a balcony in April. Rough inside, so that small feet hold.',
          material: 'Unglazed terracotta, jute rope', size: '26 cm across', care: 'Change the water daily',
          origin: 'Made in Bhuj, Gujarat', inTheBox: '1 dish, 3 ropes, 1 hook',
        },
      ],
    },
    {
      name: 'Toys & Treats',
      face: 'hemp-rope-tug',
      products: [
        {
          slug: 'hemp-rope-tug', name: 'Hemp Rope Tug Toy for Dogs', seller: lakdikatha, rupees: 249, units: 98,
          cm: [5, 32, 5], grams: 170,
          description: 'Three strands of hemp and cotton, knotted hard at both ends. Wet it and freeze it for a teething pup.',
          material: 'Hemp and cotton rope, undyed and lac red', size: '32 cm long', care: 'Wash at 40 °C, replace when it frays',
          origin: 'Made in Channapatna, Karnataka', inTheBox: '1 toy with a paper tag',
        },
        {
          slug: 'peanut-dog-biscuits', name: 'Peanut & Ragi Dog Biscuits, 300 g', seller: lakdikatha, rupees: 279, units: 83,
          cm: [20, 13, 8], grams: 325,
          description: 'Bone-shaped, oven-dried and free of salt and sugar. Two a day for a medium dog, one for a dog who begs well.',
          material: 'Ragi, whole wheat, peanut, pumpkin; paper pouch with plant-based lining', size: '300 g', care: 'Airtight, best before 6 months from packing',
          origin: 'Baked in Channapatna, Karnataka', inTheBox: '1 pouch',
        },
        {
          slug: 'felt-cat-balls', name: 'Wool Felt Cat Balls, Set of 5', seller: lakdikatha, rupees: 299, units: 32,
          cm: [4, 20, 5], grams: 60,
          description: 'Wet-felted by hand into balls that roll crooked and make no sound at three in the morning. One has a bell inside, for daytime.',
          material: 'Sheep wool, azo-free dye', size: '4 cm across', care: 'Hand wash cold, reshape',
          origin: 'Made in Channapatna, Karnataka', inTheBox: '5 balls in a cotton net',
        },
      ],
    },
  ],
};
