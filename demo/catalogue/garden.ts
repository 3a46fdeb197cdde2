import { kagzira, mittika, parnika } from './sellers.ts';
import type { CategorySource } from './types.ts';

export const garden: CategorySource = {
  name: 'Garden',
  subcategories: [
    {
      name: 'Pots & Planters',
      face: 'terracotta-planter-saucer',
      products: [
        {
          slug: 'terracotta-planter-saucer', name: 'Terracotta Planter with Saucer, 18 cm', seller: mittika, rupees: 349, units: 94,
          cm: [18, 18, 18], grams: 1500,
          description: 'A classic rolled-rim pot with a proper drain hole and a saucer to match. Clay lets roots breathe and forgives those who water too much.',
          material: 'Unglazed terracotta', size: '18 cm across and high', care: 'Soak before planting',
          origin: 'Made in Bhuj, Gujarat', inTheBox: '1 pot, 1 saucer; plant not included',
        },
        {
          slug: 'coir-seedling-pots', name: 'Coir Seedling Pots, 8 cm, Pack of 12', seller: parnika, rupees: 249, units: 260,
          cm: [16, 26, 18], grams: 310,
          description: 'Raise tomatoes in them, then plant pot and all: the roots walk through the coir and nothing is disturbed. They hold water twice as long as paper cups.',
          material: 'Coconut coir, natural latex', size: '8 cm across and high', care: 'Keep moist while seedlings are young',
          origin: 'Made in Thrissur, Kerala', inTheBox: '12 pots in a paper band',
        },
        {
          slug: 'macrame-plant-hanger', name: 'Ceramic Planter with Cotton Macrame Hanger', seller: mittika, rupees: 599, units: 33,
          cm: [16, 15, 15], grams: 890,
          description: 'A white-glazed bowl in a knotted cotton hanger with a wooden ring. Made for a money plant by the kitchen window.',
          material: 'Glazed stoneware, cotton cord, mango wood ring', size: 'Pot 15 cm across, hanger 90 cm', care: 'Water lightly, no drain hole',
          origin: 'Made in Bhuj, Gujarat', inTheBox: '1 pot, 1 hanger; plant not included',
        },
      ],
    },
    {
      name: 'Seeds & Grow Kits',
      face: 'herb-grow-kit',
      products: [
        {
          slug: 'herb-grow-kit', name: 'Kitchen Herb Grow Kit, 3 Pots', seller: mittika, rupees: 499, units: 81,
          cm: [12, 30, 11], grams: 900,
          description: 'Tulsi, coriander and mint with everything but the water: pots, coir discs and seed in paper packets. First leaves in about nine days on a bright sill.',
          material: 'Terracotta pots, coir discs, open-pollinated seed', size: '3 pots of 9 cm, tray 30 cm', care: 'Mist daily until sprouted',
          origin: 'Packed in Bhuj, Gujarat', inTheBox: '3 pots, 1 tray, 3 coir discs, 3 seed packets',
        },
        {
          slug: 'desi-vegetable-seeds', name: 'Desi Vegetable Seeds, 8 Packets', seller: mittika, rupees: 299, units: 345,
          cm: [2, 16, 11], grams: 70,
          description: 'Open-pollinated seed you can save again: bhindi, lauki, chilli, brinjal, palak, methi, radish and tomato. The sowing calendar on each packet is written for plains, hills and coast.',
          material: 'Untreated seed, paper packets', size: '8 packets, 2 to 10 g each', care: 'Cool and dry, sow within 18 months',
          origin: 'Packed in Bhuj, Gujarat', inTheBox: '8 packets in a paper envelope',
        },
        {
          slug: 'wildflower-seed-balls', name: 'Wildflower Seed Balls, Bag of 20', seller: mittika, rupees: 179, units: 126,
          cm: [6, 14, 10], grams: 260,
          description: 'Clay, compost and seed of cosmos, marigold and til rolled into marbles. Throw them on bare ground before the first rain and let the weather do the rest.',
          material: 'Clay, compost, flower seed; cotton bag', size: '20 balls of 2.5 cm', care: 'Store dry until sowing',
          origin: 'Made in Bhuj, Gujarat', inTheBox: '20 seed balls in a cotton bag',
        },
      ],
    },
    {
      name: 'Tools & Compost',
      face: 'ash-handle-trowel-set',
      products: [
        {
          slug: 'ash-handle-trowel-set', name: 'Steel Hand Trowel and Fork, Ash Handles', seller: mittika, rupees: 649, units: 41,
          cm: [5, 31, 17], grams: 520,
          description: 'A forged trowel and a three-tine fork that do not bend in black cotton soil. The handles are oiled ash with a leather loop for the nail by the door.',
          material: 'Carbon steel, ash wood', size: '30 cm long', care: 'Wipe dry, oil the steel',
          origin: 'Made in Bhuj, Gujarat', inTheBox: '1 trowel, 1 fork',
        },
        {
          slug: 'vermicompost-bag', name: 'Vermicompost, 5 kg', seller: mittika, rupees: 249, units: 63,
          cm: [12, 40, 28], grams: 5100,
          description: 'Cow dung and leaf litter through the gut of earthworms, sieved at 4 mm. Crumbly, dark and without a smell. Packed in a stitched paper sack.',
          material: 'Vermicompost; paper sack', size: '5 kg, enough for 10 pots of 25 cm', care: 'Keep out of sun and rain',
          origin: 'Made in Bhuj, Gujarat', inTheBox: '1 sack',
        },
        {
          slug: 'seed-paper-tags', name: 'Seed Paper Plant Markers, Pack of 12', seller: kagzira, rupees: 149, units: 1,
          cm: [1, 14, 8], grams: 40,
          description: 'Write the name with a pencil, stick it in the pot; by the time you know the plant by sight the marker has sprouted basil of its own. Sold in a paper sleeve, twelve to a pack.',
          material: 'Cotton-rag paper with basil seed', size: '12 x 3 cm', care: 'Plant 3 mm deep',
          origin: 'Made in Puducherry', inTheBox: '12 markers in a paper sleeve',
        },
        {
          slug: 'copper-plant-mister', name: 'Copper Plant Mister, 300 ml', seller: mittika, rupees: 749, units: 29,
          cm: [17, 9, 8], grams: 240,
          description: 'A round copper body with a brass thumb pump that makes a fog rather than a squirt. Handsome enough to stand among the ferns.',
          material: 'Copper body, brass pump', size: '17 cm high, 300 ml', care: 'Empty after use, rinse monthly',
          origin: 'Made in Moradabad, Uttar Pradesh', inTheBox: '1 mister in a kraft box',
        },
      ],
    },
  ],
};
