import { aranyika } from './sellers.ts';
import type { CategorySource } from './types.ts';

export const faceCare: CategorySource = {
  name: 'Face Care',
  subcategories: [
    {
      name: 'Serums & Face Oils',
      face: 'kumkumadi-face-oil',
      products: [
        {
          slug: 'kumkumadi-face-oil', name: 'Kumkumadi Face Oil, 15 ml', seller: aranyika, rupees: 699, units: 42,
          cm: [9, 3.2, 3.2], grams: 75,
          description: 'Kashmir saffron and sixteen roots in sesame oil, made in batches of four litres. Three drops on damp skin at night; the bottle lasts about ten weeks.',
          material: 'Sesame oil, saffron, sandalwood, manjistha, licorice; amber glass',
          size: '15 ml', care: 'Keep out of the sun, use within 12 months',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 dropper bottle in a kraft carton',
        },
        {
          slug: 'neem-tulsi-face-serum', name: 'Neem & Tulsi Face Serum, 30 ml', seller: aranyika, rupees: 449, units: 8,
          cm: [10.5, 3.6, 3.6], grams: 105,
          description: 'A water-light serum for the T-zone, thickened with nothing but aloe and xanthan. It dries without shine under a helmet or a mask.',
          material: 'Aloe juice, neem extract, tulsi hydrosol, niacinamide 4 %; amber glass',
          size: '30 ml', care: 'Morning and evening after washing',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 dropper bottle in a kraft carton',
        },
        {
          slug: 'rose-water-mist', name: 'Pushkar Rose Water Mist, 100 ml', seller: aranyika, rupees: 275, units: 310,
          cm: [15, 4.5, 4.5], grams: 215,
          description: 'Steam distilled from Pushkar roses picked before nine in the morning, with nothing added, not even alcohol. Spray after washing, over henna, or on a hot pillow.',
          material: 'Rose hydrosol; frosted glass bottle, aluminium spray',
          size: '100 ml', care: 'Refrigerate in summer',
          origin: 'Distilled in Pushkar, Rajasthan', inTheBox: '1 spray bottle in a paper sleeve',
        },
      ],
    },
    {
      name: 'Masks & Scrubs',
      face: 'ubtan-face-mask',
      products: [
        {
          slug: 'ubtan-face-mask', name: 'Bridal Ubtan Face Mask Powder, 100 g', seller: aranyika, rupees: 325, units: 128,
          cm: [6, 7.5, 7.5], grams: 220,
          description: 'Gram flour, turmeric, rose and orange peel, milled so fine that it mixes smooth with milk or water. A dry powder needs no preservative. One jar makes about twenty masks.',
          material: 'Gram flour, turmeric, rose petal, orange peel, sandalwood; glass jar',
          size: '100 g', care: 'Use a dry spoon',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 glass jar with a wooden spoon',
        },
        {
          slug: 'walnut-face-scrub', name: 'Walnut & Apricot Face Scrub, 75 g', seller: aranyika, rupees: 299, units: 11,
          cm: [4.5, 7, 7], grams: 150,
          description: 'Walnut shell ground to a rounded grain of 0.3 mm in apricot oil and honey, in place of plastic beads. Use it once a week with light hands.',
          material: 'Apricot oil, honey, walnut shell powder; aluminium tin', size: '75 g',
          care: 'Avoid broken skin', origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 aluminium tin',
        },
        {
          slug: 'french-green-clay-mask', name: 'Neem & Green Clay Mask, 120 g', seller: aranyika, rupees: 349, units: 67,
          cm: [6, 7.8, 7.8], grams: 260,
          description: 'A ready-mixed clay that stays spreadable to the bottom of the jar. Wash it off while it is still slightly damp and it will not pull.',
          material: 'Green clay, neem water, vegetable glycerine; glass jar, bamboo lid',
          size: '120 g', care: 'Close tightly',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 glass jar with a bamboo lid',
        },
      ],
    },
    {
      name: 'Lip & Eye Care',
      face: 'beetroot-lip-balm',
      products: [
        {
          slug: 'beetroot-lip-balm', name: 'Beetroot Lip Balm Tin, 10 g', seller: aranyika, rupees: 179, units: 265,
          cm: [2, 4.2, 4.2], grams: 22,
          description: 'Beetroot extract leaves a little red, kokum butter does the rest. The slide-free round tin opens with one thumb and can be refilled.',
          material: 'Kokum butter, beeswax, castor oil, beetroot extract; aluminium tin',
          size: '10 g', care: 'Softens above 35 °C', origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 tin',
        },
        {
          slug: 'almond-kajal', name: 'Almond Soot Kajal, 3 g', seller: aranyika, rupees: 249, units: 90,
          cm: [1.6, 3.6, 3.6], grams: 20,
          description: 'Soot of almonds burnt over a ghee lamp, stirred into castor oil: the kajal many of us remember from childhood, in a small brass pot. Put it on with a clean fingertip or a brush.',
          material: 'Almond soot, castor oil, cow ghee; brass pot', size: '3 g',
          care: 'For one person only, use within 6 months',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 brass pot in a cotton pouch',
        },
        {
          slug: 'under-eye-roll-on', name: 'Coffee Under-Eye Roll-On, 10 ml', seller: aranyika, rupees: 329, units: 26,
          cm: [8.5, 2, 2], grams: 45,
          description: 'A steel ball and cold-infused coffee in almond oil. Keep it in the refrigerator door; half the effect is the cold steel.',
          material: 'Almond oil, coffee, vitamin E; glass bottle with steel ball', size: '10 ml',
          care: 'Roll outward from the nose', origin: 'Made in Jaipur, Rajasthan',
          inTheBox: '1 roll-on bottle in a paper tube',
        },
      ],
    },
  ],
};
