import { aranyika, bansuli, parnika, sootkala } from './sellers.ts';
import type { CategorySource } from './types.ts';

export const homeCleaning: CategorySource = {
  name: 'Home Cleaning',
  subcategories: [
    {
      name: 'Dish Care',
      face: 'coir-dish-brush',
      products: [
        {
          slug: 'coir-dish-brush', name: 'Coir Dish Brush with Wooden Handle', seller: parnika, rupees: 179, units: 195,
          cm: [6, 24, 6], grams: 95,
          description: 'A round head of coconut coir on a beech handle, stiff enough for a burnt kadhai. The head twists off when worn and a new one costs less than a samosa.',
          material: 'Coconut coir, beech wood, steel wire', size: '24 cm long, head 5.5 cm', care: 'Stand bristles up to dry',
          origin: 'Made in Thrissur, Kerala', inTheBox: '1 brush in a paper band',
        },
        {
          slug: 'coir-scrub-pads', name: 'Coconut Coir Scrub Pads, Pack of 6', seller: parnika, rupees: 129, units: 330,
          cm: [6, 11, 8], grams: 90,
          description: 'Pressed coir with a little natural latex to hold it. It takes off stuck rice and leaves no grey plastic crumbs in the sink.',
          material: 'Coconut coir, natural latex', size: '11 x 8 x 1 cm each', care: 'Rinse, dry in the sun, compost after a month',
          origin: 'Made in Thrissur, Kerala', inTheBox: '6 pads in a paper band',
        },
        {
          slug: 'dish-soap-block', name: 'Lemon Dish Soap Block, 200 g', seller: aranyika, rupees: 199, units: 77,
          cm: [5, 9, 6], grams: 215,
          description: 'Rub a wet brush on the block and wash. Lemon oil and soda cut ghee; there is no bottle to empty or to throw away.',
          material: 'Saponified coconut oil, washing soda, lemon oil', size: '9 x 6 x 5 cm, 200 g', care: 'Keep on the wooden dish, not in water',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 block in a paper band',
        },
        {
          slug: 'swedish-dishcloths', name: 'Cellulose Dishcloths, Printed, Set of 4', seller: sootkala, rupees: 349, units: 0,
          cm: [2, 20, 17], grams: 80,
          description: 'Cotton and wood cellulose in a sheet that drinks fifteen times its weight and dries flat and stiff. Printed with leaf patterns in water-based ink.',
          material: '70 % cellulose, 30 % cotton', size: '20 x 17 cm', care: 'Dishwasher top rack or 60 °C',
          origin: 'Made in Erode, Tamil Nadu', inTheBox: '4 cloths in a paper band',
        },
      ],
    },
    {
      name: 'Laundry',
      face: 'soapnut-wash-bag',
      products: [
        {
          slug: 'soapnut-wash-bag', name: 'Whole Soapnuts with Wash Bag, 500 g', seller: aranyika, rupees: 325, units: 140,
          cm: [8, 24, 18], grams: 540,
          description: 'Reetha shells from the foothills, seeds removed. Five shells in the little cotton bag clean a full drum, and the same five work four times before they go on the compost.',
          material: 'Dried soapnut shells, cotton bags', size: '500 g, about 100 washes', care: 'Keep dry, best at 30 °C and above',
          origin: 'Gathered in Uttarakhand', inTheBox: '500 g soapnuts in a cotton sack, 2 wash bags',
        },
        {
          slug: 'laundry-liquid-refill', name: 'Soapnut Laundry Liquid in Glass, 750 ml', seller: aranyika, rupees: 449, units: 36,
          cm: [24, 8, 8], grams: 1180,
          description: 'A low-foam liquid for front loaders and for silk by hand. Coconut-derived cleanser with soapnut and lavender; the bottle is amber glass with a deposit of ₹40 in the price.',
          material: 'Coconut-derived surfactant, soapnut extract, lavender oil; amber glass', size: '750 ml, 25 washes',
          care: 'Shake before use', origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 glass bottle',
        },
        {
          slug: 'bamboo-clothes-pegs', name: 'Bamboo Clothes Pegs, Pack of 24', seller: bansuli, rupees: 179, units: 230,
          cm: [6, 14, 10], grams: 180,
          description: 'Split bamboo with a steel spring that does not rust on a Mumbai balcony. They grip a saree in wind and do not go brittle in the sun as plastic ones do.',
          material: 'Bamboo, stainless steel spring', size: '6 cm long', care: 'Bring in during heavy rain',
          origin: 'Made in Guwahati, Assam', inTheBox: '24 pegs in a cotton drawstring bag',
        },
      ],
    },
    {
      name: 'Floors & Surfaces',
      face: 'neem-floor-cleaner',
      products: [
        {
          slug: 'neem-floor-cleaner', name: 'Neem & Lemongrass Floor Cleaner, 1 litre', seller: aranyika, rupees: 299, units: 88,
          cm: [26, 9, 9], grams: 1450,
          description: 'Two capfuls in a bucket, no rinsing. Neem and lemongrass leave the room smelling swept rather than perfumed, and ants do not care for it.',
          material: 'Coconut-derived surfactant, neem oil, lemongrass oil; glass bottle', size: '1 litre, about 40 buckets',
          care: 'Keep away from eyes and children', origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 glass bottle',
        },
        {
          slug: 'surface-spray-glass', name: 'Orange Peel Surface Spray, 500 ml', seller: aranyika, rupees: 349, units: 59,
          cm: [22, 8, 8], grams: 780,
          description: 'Orange peel vinegar, aged eight weeks, for glass, hobs and tiles. Refill the amber bottle with your own mix afterwards: the trigger is made to last.',
          material: 'Citrus vinegar, coconut-derived surfactant; amber glass, trigger of polypropylene', size: '500 ml',
          care: 'Not for marble', origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 spray bottle',
        },
        {
          slug: 'grass-broom', name: 'Phool Jhadu Grass Broom', seller: bansuli, rupees: 219, units: 106,
          cm: [6, 110, 30], grams: 480,
          description: 'Tiger grass from the Khasi hills, bound with cotton cord on a bamboo handle instead of a plastic sleeve. It sheds for a week, then sweeps for a year.',
          material: 'Broom grass, bamboo handle, cotton cord', size: '110 cm long', care: 'Hang up, keep dry',
          origin: 'Made in Guwahati, Assam', inTheBox: '1 broom in a paper sleeve',
        },
      ],
    },
  ],
};
