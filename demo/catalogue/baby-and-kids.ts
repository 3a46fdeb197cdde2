import { lakdikatha, sootkala, tamrakosh } from './sellers.ts';
import type { CategorySource } from './types.ts';

export const babyAndKids: CategorySource = {
  name: 'Baby & Kids',
  subcategories: [
    {
      name: 'Wooden Toys',
      face: 'channapatna-stacking-rings',
      products: [
        {
          slug: 'channapatna-stacking-rings', name: 'Channapatna Stacking Rings', seller: lakdikatha, rupees: 499, units: 74,
          cm: [17, 11, 11], grams: 320,
          description: 'Six rings turned from ivory wood and coloured on the lathe with lac and vegetable dye, polished with a screwpine leaf. From twelve months; the ball at the top screws tight.',
          material: 'Wrightia tinctoria wood, lac, vegetable dye', size: '17 cm high', care: 'Wipe with a damp cloth',
          origin: 'Made in Channapatna, Karnataka', inTheBox: '1 base, 6 rings, 1 ball in a kraft box',
        },
        {
          slug: 'wooden-baby-rattle', name: 'Wooden Baby Rattle, Bell Shape', seller: lakdikatha, rupees: 229, units: 136,
          cm: [12, 5, 5], grams: 60,
          description: 'Beads sealed inside a hollow body make a soft click rather than a jangle. The handle is as thick as a grown-up thumb, right for a six-month grip.',
          material: 'Wrightia tinctoria wood, lac, vegetable dye', size: '12 cm long', care: 'Wipe clean, do not soak',
          origin: 'Made in Channapatna, Karnataka', inTheBox: '1 rattle in a cotton pouch',
        },
        {
          slug: 'alphabet-building-blocks', name: 'Wooden Building Blocks, 24 Pieces', seller: lakdikatha, rupees: 899, units: 28,
          cm: [8, 27, 18], grams: 1250,
          description: 'Cubes, bricks, arches and roofs in beech with softened edges, some plain, some stained. They live in a cotton sack and build the same temple every day for a week.',
          material: 'Beech wood, water-based stain', size: '4 cm grid', care: 'Dry cloth', origin: 'Made in Channapatna, Karnataka',
          inTheBox: '24 blocks in a cotton sack',
        },
        {
          slug: 'pull-along-elephant', name: 'Pull-Along Wooden Elephant', seller: lakdikatha, rupees: 649, units: 9,
          cm: [13, 17, 8], grams: 390,
          description: 'An elephant on four wheels whose ears are felt and whose walk is slightly off centre, on purpose. The cord is cotton and short enough to be safe.',
          material: 'Mango wood, lac colour, wool felt, cotton cord', size: '17 x 13 x 8 cm', care: 'Wipe with a dry cloth',
          origin: 'Made in Channapatna, Karnataka', inTheBox: '1 elephant in a kraft box',
        },
      ],
    },
    {
      name: 'Swaddles & Cloths',
      face: 'muslin-swaddle-pair',
      products: [
        {
          slug: 'muslin-swaddle-pair', name: 'Cotton Muslin Swaddles, Set of 2', seller: sootkala, rupees: 899, units: 91,
          cm: [5, 26, 20], grams: 300,
          description: 'Double gauze that lets air through on warm nights and softens with each wash. One is the colour of milk, one of sage.',
          material: '100 % cotton, azo-free dye', size: '100 x 100 cm', care: 'Wash at 40 °C before first use',
          origin: 'Woven in Erode, Tamil Nadu', inTheBox: '2 swaddles with a paper band',
        },
        {
          slug: 'muslin-burp-cloths', name: 'Muslin Burp Cloths, Set of 5', seller: sootkala, rupees: 449, units: 160,
          cm: [6, 22, 16], grams: 260,
          description: 'Six layers in the middle, two at the edges, shaped to stay on a shoulder. Undyed, so that they may be boiled without a second thought.',
          material: '100 % cotton, undyed', size: '50 x 25 cm', care: 'Boil wash',
          origin: 'Woven in Erode, Tamil Nadu', inTheBox: '5 cloths tied with tape',
        },
        {
          slug: 'patchwork-baby-quilt', name: 'Patchwork Baby Quilt, 90 x 110 cm', seller: sootkala, rupees: 1799, units: 6,
          cm: [10, 34, 28], grams: 780,
          description: 'Squares from cutting-room remnants over cotton batting, quilted by hand in running stitch. Each one is laid out anew, so yours will differ from the picture.',
          material: 'Cotton offcuts, cotton batting', size: '90 x 110 cm', care: 'Gentle wash, dry flat',
          origin: 'Made in Erode, Tamil Nadu', inTheBox: '1 quilt tied with a cotton ribbon',
        },
      ],
    },
    {
      name: 'Feeding',
      face: 'steel-baby-bowl-set',
      products: [
        {
          slug: 'steel-baby-bowl-set', name: 'Steel Bowl and Spoon Set for Babies', seller: tamrakosh, rupees: 399, units: 115,
          cm: [5, 12, 12], grams: 190,
          description: 'Two nesting katoris and two shallow spoons with rounded rims, sized for a first khichdi. They bounce.',
          material: '304 stainless steel', size: 'Bowls 11 and 9 cm across, spoons 13 cm', care: 'Dishwasher safe, boil to sterilise',
          origin: 'Made in Moradabad, Uttar Pradesh', inTheBox: '2 bowls, 2 spoons',
        },
        {
          slug: 'neem-teether-ring', name: 'Neem Wood Teether with Cotton Bow', seller: lakdikatha, rupees: 199, units: 54,
          cm: [1.5, 12, 9], grams: 30,
          description: 'A ring of unvarnished neem, sanded to 400 grit and tied with a muslin bow that can be chewed as well. The bow comes off for the wash.',
          material: 'Neem wood, cotton muslin', size: 'Ring 7 cm across', care: 'Wipe the wood, wash the bow',
          origin: 'Made in Channapatna, Karnataka', inTheBox: '1 teether',
        },
      ],
    },
  ],
};
