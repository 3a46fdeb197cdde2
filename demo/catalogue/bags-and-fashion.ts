import { bansuli, sootkala } from './sellers.ts';
import type { CategorySource } from './types.ts';

export const bagsAndFashion: CategorySource = {
  name: 'Bags & Fashion',
  subcategories: [
    {
      name: 'Bags & Pouches',
      face: 'canvas-tote-bag',
      products: [
        {
          slug: 'canvas-tote-bag', name: 'Canvas Tote Bag, Banana Leaf Print', seller: sootkala, rupees: 299, units: 325,
          cm: [2, 42, 38], grams: 210,
          description: 'Twelve-ounce canvas with handles long enough for a shoulder in a winter coat. Screen-printed with water-based ink that does not crack when ironed.',
          material: '100 % cotton canvas', size: '38 x 42 cm, handles 66 cm', care: 'Cold wash, iron inside out',
          origin: 'Made in Erode, Tamil Nadu', inTheBox: '1 bag',
        },
        {
          slug: 'jute-market-bag', name: 'Jute Market Bag with Cotton Handles', seller: bansuli, rupees: 249, units: 178,
          cm: [3, 38, 36], grams: 330,
          description: 'A wide gusset, a stiff base and padded cotton handles: it stands open on the counter while you fill it. Laminated inside with a thin film so that wet coriander does no harm.',
          material: 'Jute, cotton web, thin polyethylene lining', size: '36 x 34 x 18 cm, carries 12 kg', care: 'Wipe, do not machine wash',
          origin: 'Made in Guwahati, Assam', inTheBox: '1 bag',
        },
        {
          slug: 'cotton-produce-bags', name: 'Cotton Produce Bags, Set of 6', seller: sootkala, rupees: 329, units: 121,
          cm: [3, 26, 20], grams: 190,
          description: 'Three of mesh for onions, three of muslin for dal. The empty weight is printed on the tag, so that the shopkeeper can take it off.',
          material: '100 % cotton, undyed', size: '20 x 30 cm', care: 'Machine wash',
          origin: 'Made in Erode, Tamil Nadu', inTheBox: '6 drawstring bags',
        },
        {
          slug: 'kantha-zip-pouch', name: 'Kantha Stitch Zip Pouch', seller: sootkala, rupees: 399, units: 7,
          cm: [2, 22, 15], grams: 85,
          description: 'Two layers of old saree held together by rows of running stitch, lined with plain cotton. Holds a charger, a passport and two pens.',
          material: 'Reused cotton saree, brass zip', size: '22 x 15 cm', care: 'Hand wash cold',
          origin: 'Stitched in Santiniketan, West Bengal', inTheBox: '1 pouch, print will vary',
        },
      ],
    },
    {
      name: 'Clothing',
      face: 'khadi-short-kurta',
      products: [
        {
          slug: 'khadi-short-kurta', name: 'Khadi Short Kurta, Off-White, M', seller: sootkala, rupees: 1299, units: 23,
          cm: [3, 34, 26], grams: 280,
          description: 'Hand-spun cotton with a band collar, coconut buttons and side slits. Looks better slightly creased, which is lucky.',
          material: '100 % cotton khadi, coconut shell buttons', size: 'M, chest 104 cm, length 76 cm', care: 'Hand wash, dry in shade',
          origin: 'Woven in Erode, Tamil Nadu', inTheBox: '1 kurta folded in paper',
        },
        {
          slug: 'cotton-tshirt-leaf', name: 'Cotton T-Shirt, Moss Green, L', seller: sootkala, rupees: 699, units: 85,
          cm: [3, 32, 25], grams: 210,
          description: 'A heavy single jersey, knitted round without side seams. Dyed in small vats and washed before cutting, so it has done its shrinking already.',
          material: '100 % cotton, 190 g per square metre', size: 'L, chest 108 cm, length 72 cm', care: 'Wash at 30 °C, line dry',
          origin: 'Made in Tiruppur, Tamil Nadu', inTheBox: '1 T-shirt in a paper band',
        },
        {
          slug: 'indigo-block-stole', name: 'Indigo Block Print Stole', seller: sootkala, rupees: 849, units: 1,
          cm: [4, 26, 20], grams: 180,
          description: 'Mulmul cotton dipped six times in a fermented indigo vat and resist-printed with a river clay paste. It will colour your hands the first time, and only then.',
          material: '100 % mulmul cotton, indigo', size: '200 x 55 cm', care: 'First three washes alone with salt',
          origin: 'Printed in Erode, Tamil Nadu', inTheBox: '1 stole in a paper envelope',
        },
      ],
    },
    {
      name: 'Footwear & Accessories',
      face: 'jute-slippers',
      products: [
        {
          slug: 'jute-slippers', name: 'Jute House Slippers, Size 8', seller: bansuli, rupees: 449, units: 40,
          cm: [8, 28, 20], grams: 260,
          description: 'Braided jute underfoot and a cotton strap above, on a thin rubber sole that does not slip on tiles. For the house and the terrace, not the rain.',
          material: 'Jute, cotton, natural rubber sole', size: 'UK 8, 27 cm', care: 'Brush, air in the sun',
          origin: 'Made in Guwahati, Assam', inTheBox: '1 pair tied with twine',
        },
        {
          slug: 'bamboo-ankle-socks', name: 'Cotton Ankle Socks, 3 Pairs', seller: sootkala, rupees: 349, units: 167,
          cm: [4, 20, 10], grams: 120,
          description: 'Combed cotton with a terry sole and a hand-linked toe, so no seam rubs. One pair each in oat, moss and clay.',
          material: '80 % cotton, 17 % polyamide, 3 % elastane', size: 'UK 6 to 9', care: 'Wash at 40 °C inside out',
          origin: 'Made in Tiruppur, Tamil Nadu', inTheBox: '3 pairs in a paper band',
        },
        {
          slug: 'palm-leaf-sun-hat', name: 'Palm Leaf Sun Hat', seller: bansuli, rupees: 549, units: 15,
          cm: [11, 36, 34], grams: 140,
          description: 'Split palm leaf plaited in one go from crown to brim, with a cotton ribbon inside that takes the sweat. It rolls up for a train and comes back with a little steam.',
          material: 'Palm leaf, cotton ribbon', size: 'Inner band 58 cm, brim 9 cm', care: 'Reshape over steam',
          origin: 'Made in Nagapattinam, Tamil Nadu', inTheBox: '1 hat',
        },
      ],
    },
  ],
};
