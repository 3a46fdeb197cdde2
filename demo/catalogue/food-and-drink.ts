import { himvaali, parnika } from './sellers.ts';
import type { CategorySource } from './types.ts';

export const foodAndDrink: CategorySource = {
  name: 'Food & Drink',
  subcategories: [
    {
      name: 'Tea & Coffee',
      face: 'kangra-green-tea',
      products: [
        {
          slug: 'kangra-green-tea', name: 'Kangra Green Tea, Loose Leaf, 100 g', seller: himvaali, rupees: 299, units: 151,
          cm: [12, 8, 8], grams: 190,
          description: 'First-flush leaf from small gardens above Palampur, pan-fired by hand. Grassy, with a little chestnut. Steep two minutes at 80 °C and use the leaves again.',
          material: 'Green tea leaf; tin', size: '100 g, about 45 cups', care: 'Store closed and dry, best before 18 months from packing',
          origin: 'Grown in Kangra, Himachal Pradesh', inTheBox: '1 tin',
        },
        {
          slug: 'tulsi-ginger-tea', name: 'Tulsi & Ginger Tea, 20 Cotton Bags', seller: himvaali, rupees: 219, units: 204,
          cm: [10, 12, 7], grams: 75,
          description: 'Three kinds of tulsi with dried ginger in bags of unbleached cotton, tied with thread instead of a staple. No caffeine, so it may be the last cup of the day.',
          material: 'Tulsi, ginger, lemongrass; cotton bags, paper carton', size: '20 bags of 2 g',
          care: 'Best before 12 months from packing', origin: 'Packed in Solan, Himachal Pradesh', inTheBox: '20 bags in a carton',
        },
        {
          slug: 'araku-filter-coffee', name: 'Araku Filter Coffee, Ground, 250 g', seller: himvaali, rupees: 449, units: 9,
          cm: [20, 12, 7], grams: 270,
          description: 'Shade-grown arabica, roasted medium on Mondays and ground for the South Indian filter. No chicory. Notes of jaggery and orange peel.',
          material: 'Arabica coffee; paper pouch with plant-based lining', size: '250 g',
          care: 'Use within six weeks of opening', origin: 'Grown in Araku, Andhra Pradesh', inTheBox: '1 pouch',
        },
      ],
    },
    {
      name: 'Honey & Sweeteners',
      face: 'himalayan-multiflora-honey',
      products: [
        {
          slug: 'himalayan-multiflora-honey', name: 'Himalayan Multiflora Honey, 350 g', seller: himvaali, rupees: 399, units: 112,
          cm: [11, 7.5, 7.5], grams: 610,
          description: 'Raw honey from boxes moved between mustard, acacia and wild thyme. Strained, never heated, so it sets in winter; stand it in warm water and it runs again.',
          material: 'Raw honey; glass jar', size: '350 g', care: 'Not for infants under one year',
          origin: 'Collected in Solan, Himachal Pradesh', inTheBox: '1 jar, 1 wooden dipper',
        },
        {
          slug: 'jaggery-powder', name: 'Sugarcane Jaggery Powder, 500 g', seller: himvaali, rupees: 149, units: 270,
          cm: [22, 14, 8], grams: 520,
          description: 'Juice boiled in open pans and stirred till it crumbles, cleared with okra stems instead of hydros. Dissolves in tea without splitting the milk.',
          material: 'Sugarcane jaggery; paper pouch', size: '500 g', care: 'Airtight after opening, best before 9 months from packing',
          origin: 'Made in Muzaffarnagar, Uttar Pradesh', inTheBox: '1 pouch',
        },
        {
          slug: 'palm-sugar-blocks', name: 'Palmyra Palm Sugar Rounds, 400 g', seller: parnika, rupees: 249, units: 37,
          cm: [8, 16, 12], grams: 430,
          description: 'Karupatti set in coconut shell halves, dark and smoky. Grate it over appam or break a corner into black coffee.',
          material: 'Palmyra palm sap; palm leaf box', size: '8 rounds of 50 g', care: 'Keep dry, best before 12 months from packing',
          origin: 'Made in Palakkad, Kerala', inTheBox: '8 rounds in a woven palm leaf box',
        },
      ],
    },
    {
      name: 'Spices & Salt',
      face: 'lakadong-turmeric',
      products: [
        {
          slug: 'lakadong-turmeric', name: 'Lakadong Turmeric Powder, 150 g', seller: himvaali, rupees: 229, units: 183,
          cm: [9, 7, 7], grams: 330,
          description: 'From the Jaintia hills, where the soil gives turmeric a deep orange and a curcumin of about seven per cent. Use half of what you are used to.',
          material: 'Turmeric powder; glass jar', size: '150 g', care: 'Keep from light, best before 12 months from packing',
          origin: 'Grown in Jaintia Hills, Meghalaya', inTheBox: '1 glass jar',
        },
        {
          slug: 'himalayan-pink-salt', name: 'Pink Rock Salt in Grinder Jar, 200 g', seller: himvaali, rupees: 279, units: 65,
          cm: [14, 5.5, 5.5], grams: 360,
          description: 'Coarse sendha namak in a glass jar with a ceramic grinder that can be refilled. Turn twice over cut fruit.',
          material: 'Rock salt; glass, ceramic mill, acacia collar', size: '200 g', care: 'Never grind over a steaming pan',
          origin: 'Packed in Solan, Himachal Pradesh', inTheBox: '1 grinder jar',
        },
        {
          slug: 'garam-masala-tin', name: 'Stone-Ground Garam Masala, 80 g', seller: himvaali, rupees: 199, units: 11,
          cm: [6, 7.5, 7.5], grams: 130,
          description: 'Fourteen spices roasted one after another, because each needs its own minutes, and ground on granite. Add it with the flame already off.',
          material: 'Coriander, cumin, black cardamom, mace and others; tin', size: '80 g', care: 'Best within four months of opening',
          origin: 'Packed in Solan, Himachal Pradesh', inTheBox: '1 tin',
        },
      ],
    },
    {
      name: 'Millets & Snacks',
      face: 'foxtail-millet',
      products: [
        {
          slug: 'foxtail-millet', name: 'Foxtail Millet, Unpolished, 1 kg', seller: himvaali, rupees: 189, units: 156,
          cm: [26, 17, 9], grams: 1030,
          description: 'Kangni with the bran still on. Soak one hour, cook one part to two and a half of water, and it falls like broken rice.',
          material: 'Foxtail millet; cotton bag', size: '1 kg', care: 'Store airtight with a bay leaf, best before 9 months from packing',
          origin: 'Grown in Kullu, Himachal Pradesh', inTheBox: '1 kg in a stitched cotton bag',
        },
        {
          slug: 'ragi-jaggery-cookies', name: 'Ragi & Jaggery Cookies, 200 g', seller: himvaali, rupees: 179, units: 49,
          cm: [18, 12, 7], grams: 225,
          description: 'Finger millet, jaggery, butter and salt: five ingredients if you count the baking soda. Crisp for three weeks, and gone sooner.',
          material: 'Ragi flour, jaggery, butter; paper pouch with plant-based lining', size: '200 g, about 18 cookies',
          care: 'Contains milk; best before 3 months from packing', origin: 'Baked in Solan, Himachal Pradesh', inTheBox: '1 pouch',
        },
        {
          slug: 'dark-chocolate-bar', name: 'Idukki Dark Chocolate, 72 %, 60 g', seller: parnika, rupees: 249, units: 78,
          cm: [1, 16, 8], grams: 70,
          description: 'Beans fermented in banana leaf on the farm and ground with raw sugar for sixty hours. Wrapped in paper and a foil you can put with scrap metal.',
          material: 'Cocoa, raw cane sugar, cocoa butter; aluminium foil, paper', size: '60 g', care: 'Keep below 25 °C',
          origin: 'Made in Idukki, Kerala', inTheBox: '1 bar',
        },
      ],
    },
  ],
};
