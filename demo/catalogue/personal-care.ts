import { aranyika, bansuli, sootkala, tamrakosh } from './sellers.ts';
import type { CategorySource } from './types.ts';

export const personalCare: CategorySource = {
  name: 'Oral & Personal Care',
  subcategories: [
    {
      name: 'Toothbrushes & Tongue Cleaners',
      face: 'bamboo-toothbrush-set',
      products: [
        {
          slug: 'bamboo-toothbrush-set', name: 'Bamboo Toothbrush, Soft, Pack of 4', seller: bansuli, rupees: 249, units: 380,
          cm: [2, 20, 9], grams: 70,
          description: 'Four brushes with different bristle colours so that a family can tell them apart. The handle is carbonised bamboo, which takes longer to darken. Pull the bristles out with pliers before the handle goes to compost: they are nylon and belong in the dry bin.',
          material: 'Bamboo handle, nylon 6 bristle', size: '19 cm long',
          care: 'Stand upright to dry, change every three months',
          origin: 'Made in Guwahati, Assam', inTheBox: '4 brushes in a paper box',
        },
        {
          slug: 'kids-bamboo-toothbrush', name: "Children's Bamboo Toothbrush, Pack of 2", seller: bansuli, rupees: 149, units: 9,
          cm: [2, 15.5, 6], grams: 32,
          description: 'A shorter handle and a smaller head for milk teeth, from about three years. One has a leaf-green tip, one sunflower yellow, in a water-based lacquer.',
          material: 'Bamboo handle, extra-soft nylon 6 bristle', size: '14.5 cm long',
          care: 'Change every two to three months',
          origin: 'Made in Guwahati, Assam', inTheBox: '2 brushes in a paper box',
        },
        {
          slug: 'kansa-tongue-cleaner', name: 'Kansa Tongue Cleaner', seller: tamrakosh, rupees: 199, units: 145,
          cm: [1, 14, 7], grams: 28,
          description: 'A single bent strip of kansa, the bronze of old dining plates, with rounded edges. It will outlive any brush in the cup. Rub with lemon when it dulls.',
          material: 'Kansa (78 % copper, 22 % tin)', size: '14 x 7 cm',
          care: 'Rinse, wipe, polish with lemon and salt',
          origin: 'Made in Moradabad, Uttar Pradesh', inTheBox: '1 cleaner in a cotton pouch',
        },
        {
          slug: 'copper-tongue-cleaner-pair', name: 'Copper Tongue Cleaner, Pair', seller: tamrakosh, rupees: 229, units: 72,
          cm: [1, 13, 6.5], grams: 44,
          description: 'Two cleaners in plain copper with ball ends that sit between finger and thumb. Copper darkens with use; that is its skin, not dirt.',
          material: '99 % copper', size: '13 x 6.5 cm each', care: 'Rinse and dry after use',
          origin: 'Made in Moradabad, Uttar Pradesh', inTheBox: '2 cleaners in a kraft box',
        },
      ],
    },
    {
      name: 'Tooth Powders & Mouthwash',
      face: 'clove-tooth-powder',
      products: [
        {
          slug: 'clove-tooth-powder', name: 'Clove & Babool Tooth Powder, 80 g', seller: aranyika, rupees: 189, units: 110,
          cm: [6, 6.2, 6.2], grams: 190,
          description: 'Babool bark, clove and rock salt in a fine brown dant manjan. Dip a damp brush and go; there is no foam and that takes two days to get used to.',
          material: 'Babool bark, clove, rock salt, alum, mint; glass jar',
          size: '80 g, about 3 months for one person', care: 'Keep the jar dry',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 glass jar with aluminium lid',
        },
        {
          slug: 'mint-tooth-tablets', name: 'Mint Tooth Tablets, 120 Pieces', seller: aranyika, rupees: 269, units: 33,
          cm: [6.5, 6.5, 6.5], grams: 150,
          description: 'Chew one, then brush as usual. Two months of mornings and evenings in a jar that weighs less than a tube, and nothing to squeeze out.',
          material: 'Calcium carbonate, xylitol, mint oil, sodium bicarbonate; glass jar',
          size: '120 tablets of 0.5 g', care: 'Take them with dry fingers',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 glass jar with bamboo lid',
        },
        {
          slug: 'oil-pulling-sesame', name: 'Sesame & Clove Oil Pulling Rinse, 200 ml', seller: aranyika, rupees: 319, units: 18,
          cm: [16.5, 5.8, 5.8], grams: 390,
          description: 'Cold-pressed white sesame oil with clove, cardamom and mint. One spoon before breakfast, swished for five minutes and spat into paper, not the basin.',
          material: 'Sesame oil, clove, cardamom, mint; amber glass',
          size: '200 ml, 20 rinses', care: 'Close after use',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 amber glass bottle',
        },
      ],
    },
    {
      name: 'Shaving',
      face: 'brass-safety-razor',
      products: [
        {
          slug: 'brass-safety-razor', name: 'Brass Safety Razor with Bamboo Handle', seller: tamrakosh, rupees: 899, units: 24,
          cm: [2.5, 10, 4.2], grams: 95,
          description: 'A closed-comb head that takes any double-edge blade, on a handle of dense bamboo. The weight does the work. Blades are steel and go to a scrap dealer once the tin is full.',
          material: 'Brass head, bamboo handle, steel blades', size: '10 cm long',
          care: 'Unscrew, rinse and dry the head',
          origin: 'Made in Moradabad, Uttar Pradesh', inTheBox: '1 razor, 5 blades, 1 kraft box',
        },
        {
          slug: 'wooden-shaving-brush', name: 'Sheesham Shaving Brush', seller: tamrakosh, rupees: 549, units: 40,
          cm: [11, 4, 4], grams: 80,
          description: 'A turned sheesham handle with a full knot of soft plant-fibre blend, no animal hair. It holds enough water for a three-pass lather.',
          material: 'Sheesham wood, tampico and viscose fibre', size: '11 cm high, knot 22 mm',
          care: 'Shake out and hang bristles down',
          origin: 'Made in Saharanpur, Uttar Pradesh', inTheBox: '1 brush in a kraft box',
        },
        {
          slug: 'shaving-soap-tin', name: 'Sandal Shaving Soap in Tin, 90 g', seller: aranyika, rupees: 349, units: 61,
          cm: [3.6, 8, 8], grams: 130,
          description: 'A hard-milled puck with kaolin for glide. About a hundred shaves; the tin then takes a refill puck.',
          material: 'Saponified coconut and castor oils, kaolin, sandalwood oil; aluminium tin', size: '90 g',
          care: 'Let the puck dry before closing the lid',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 puck in an aluminium tin',
        },
      ],
    },
    {
      name: 'Cotton & Period Care',
      face: 'bamboo-cotton-buds',
      products: [
        {
          slug: 'bamboo-cotton-buds', name: 'Bamboo Cotton Buds, Box of 100', seller: bansuli, rupees: 99, units: 400,
          cm: [3, 8, 6], grams: 45,
          description: 'Unbleached cotton wound on bamboo sticks, in a sliding paper box. For make-up, wounds and keyboards; leave the inside of the ear alone.',
          material: 'Bamboo sticks, cotton tips, paper box', size: '7.5 cm long',
          care: 'Compost the whole bud after use on clean surfaces',
          origin: 'Made in Guwahati, Assam', inTheBox: '100 buds',
        },
        {
          slug: 'washable-cotton-rounds', name: 'Washable Cotton Rounds, Set of 12', seller: sootkala, rupees: 299, units: 87,
          cm: [5, 9, 9], grams: 70,
          description: 'Two layers of muslin with a terry back, overlocked in undyed thread. They come with a net bag so that the washing machine does not eat them.',
          material: '100 % cotton, undyed', size: '8 cm across', care: 'Wash at 60 °C in the bag',
          origin: 'Made in Erode, Tamil Nadu', inTheBox: '12 rounds, 1 cotton net bag',
        },
        {
          slug: 'cloth-pads-set', name: 'Cotton Cloth Pads with Wings, Set of 4', seller: sootkala, rupees: 649, units: 35,
          cm: [4, 14, 11], grams: 160,
          description: 'Three day pads and one night pad in soft cotton flannel, with a leak-proof layer sewn between. They fasten with a steel snap and fold into themselves for the way home.',
          material: 'Cotton flannel, polyurethane-laminate inner layer, steel snaps', size: '3 x 25 cm, 1 x 30 cm',
          care: 'Soak cold, wash at 40 °C, dry in the sun',
          origin: 'Made in Erode, Tamil Nadu', inTheBox: '4 pads, 1 drawstring pouch',
        },
      ],
    },
  ],
};
