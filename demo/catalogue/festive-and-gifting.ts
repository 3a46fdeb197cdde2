import { aranyika, dhoopvan, himvaali, kagzira, mittika } from './sellers.ts';
import type { CategorySource } from './types.ts';

export const festiveAndGifting: CategorySource = {
  name: 'Festive & Gifting',
  subcategories: [
    {
      name: 'Diyas & Lights',
      face: 'clay-diyas-twelve',
      products: [
        {
          slug: 'clay-diyas-twelve', name: 'Hand-Pinched Clay Diyas, Box of 12', seller: mittika, rupees: 199, units: 390,
          cm: [6, 24, 18], grams: 480,
          description: 'Pinched at the wheel in one movement and fired in the open. They take a spoon of oil and burn about three hours. After the festival they crumble back into a flower bed.',
          material: 'Unglazed terracotta, cotton wicks', size: '7 cm across', care: 'Soak in water for an hour before first use',
          origin: 'Made in Bhuj, Gujarat', inTheBox: '12 diyas, 12 cotton wicks',
        },
        {
          slug: 'painted-diyas-four', name: 'Hand-Painted Diyas with Wax, Set of 4', seller: mittika, rupees: 349, units: 60,
          cm: [5, 18, 18], grams: 380,
          description: 'Petal rims painted with mineral colour and filled with soy wax, so there is nothing to spill on the rangoli. Refill them with oil next year.',
          material: 'Terracotta, mineral colour, soy wax, cotton wick', size: '8 cm across', care: 'Keep away from curtains',
          origin: 'Made in Bhuj, Gujarat', inTheBox: '4 diyas in a kraft box',
        },
        {
          slug: 'paper-star-lantern', name: 'Handmade Paper Star Lantern', seller: kagzira, rupees: 449, units: 26,
          cm: [45, 45, 15], grams: 150,
          description: 'An akash kandil that folds flat after Diwali and comes out again for Christmas. Pierced by hand so that light falls in small dots.',
          material: 'Cotton-rag paper, cotton cord', size: '45 cm across when open', care: 'LED bulb only, keep dry',
          origin: 'Made in Puducherry', inTheBox: '1 lantern, folded, without bulb',
        },
      ],
    },
    {
      name: 'Gift Hampers',
      face: 'festive-pantry-hamper',
      products: [
        {
          slug: 'festive-pantry-hamper', name: 'Festive Pantry Hamper in Kraft Box', seller: himvaali, rupees: 1499, units: 18,
          cm: [12, 32, 24], grams: 1900,
          description: 'Honey, green tea, ragi cookies and a bar of dark chocolate, bedded on shredded paper. Write the card in the cart note and we copy it by hand.',
          material: 'Food in glass, tin and paper; kraft board box', size: '32 x 24 x 12 cm', care: 'Best before as printed on each item',
          origin: 'Packed in Solan, Himachal Pradesh', inTheBox: 'Honey 350 g, tea 100 g, cookies 200 g, chocolate 60 g, card',
        },
        {
          slug: 'bath-ritual-gift-box', name: 'Bath Ritual Gift Box', seller: aranyika, rupees: 1199, units: 45,
          cm: [9, 28, 22], grams: 880,
          description: 'Two bath soaps, a jar of kokum butter and a loofah, chosen to smell well together. The lid lifts like that of a shoe box and is tied with cotton ribbon.',
          material: 'Soap, body butter in glass, loofah; kraft board box', size: '28 x 22 x 9 cm', care: 'Keep cool in summer',
          origin: 'Packed in Jaipur, Rajasthan', inTheBox: '2 soaps, 1 body butter, 1 loofah',
        },
        {
          slug: 'fragrance-gift-trio', name: 'Evening Fragrance Gift Trio', seller: dhoopvan, rupees: 899, units: 0,
          cm: [9, 26, 20], grams: 640,
          description: 'A tin candle, a tube of flower incense and a clay holder in a drawer box. It is the present for people who say they need nothing.',
          material: 'Soy candle in tin, incense, terracotta holder; kraft board box', size: '26 x 20 x 9 cm', care: 'Never leave a flame alone',
          origin: 'Packed in Pune, Maharashtra', inTheBox: '1 candle, 1 incense tube, 1 holder',
        },
      ],
    },
    {
      name: 'Colours & Rangoli',
      face: 'herbal-gulal-set',
      products: [
        {
          slug: 'herbal-gulal-set', name: 'Flower Gulal for Holi, 4 Colours', seller: dhoopvan, rupees: 349, units: 215,
          cm: [10, 20, 14], grams: 440,
          description: 'Corn starch coloured with marigold, beetroot, palash and spinach, dried in the shade. Washes off with water and leaves white kurtas white, mostly.',
          material: 'Corn starch, plant colour; paper pouches', size: '4 x 100 g', care: 'Keep out of eyes, dry storage',
          origin: 'Made in Pune, Maharashtra', inTheBox: '4 pouches in a carton',
        },
        {
          slug: 'rangoli-powder-jars', name: 'Rangoli Powder in Glass Jars, Set of 6', seller: dhoopvan, rupees: 449, units: 9,
          cm: [8, 21, 14], grams: 1250,
          description: 'Stone powder in six colours that flows between finger and thumb without lumps. The jars keep it dry until next year and serve for spices after that.',
          material: 'Calcite powder, mineral and food-grade colour; glass jars', size: '6 x 120 g', care: 'Sweep up dry',
          origin: 'Made in Pune, Maharashtra', inTheBox: '6 jars with cork lids',
        },
        {
          slug: 'marigold-paper-toran', name: 'Marigold Door Toran in Paper and Jute', seller: kagzira, rupees: 399, units: 39,
          cm: [6, 30, 20], grams: 130,
          description: 'Thirty paper marigolds in two oranges with mango leaves of green card, on a jute line. Fold it into its box and it is fresh every festival.',
          material: 'Recycled crepe paper, jute cord', size: '110 cm wide', care: 'Keep dry',
          origin: 'Made in Puducherry', inTheBox: '1 toran',
        },
      ],
    },
  ],
};
