import { aranyika, bansuli } from './sellers.ts';
import type { CategorySource } from './types.ts';

export const hairCare: CategorySource = {
  name: 'Hair Care',
  subcategories: [
    {
      name: 'Combs & Brushes',
      face: 'neem-comb-wide-tooth',
      products: [
        {
          slug: 'neem-comb-wide-tooth', name: 'Neem Wood Comb, Wide Tooth', seller: bansuli, rupees: 149, units: 240,
          cm: [1, 18, 5], grams: 40,
          description: 'Cut from one piece of neem with the grain running along each tooth, so that it does not snap. The gaps are 6 mm, right for curls and for wet hair with conditioner still in it.',
          material: 'Neem wood, rubbed with mustard oil', size: '18 x 5 cm',
          care: 'Wipe dry, oil once a month, never soak',
          origin: 'Made in Guwahati, Assam', inTheBox: '1 comb in a paper sleeve',
        },
        {
          slug: 'neem-comb-fine-handle', name: 'Neem Wood Comb, Fine Tooth with Handle', seller: bansuli, rupees: 169, units: 118,
          cm: [1, 20, 4.5], grams: 38,
          description: 'Close teeth for straight or fine hair and for partings that stay where you put them. The handle is shaped for a thumb. Wood carries no static, so winter hair lies flat.',
          material: 'Neem wood, rubbed with mustard oil', size: '20 x 4.5 cm, 2 mm gaps',
          care: 'Clean with a dry brush, no water',
          origin: 'Made in Guwahati, Assam', inTheBox: '1 comb in a paper sleeve',
        },
        {
          slug: 'bamboo-paddle-brush', name: 'Bamboo Paddle Hair Brush', seller: bansuli, rupees: 399, units: 53,
          cm: [4, 24, 8], grams: 110,
          description: 'A broad bamboo paddle with turned bamboo pins set in a soft rubber cushion that gives way at knots. It massages the scalp as much as it brushes.',
          material: 'Bamboo body and pins, natural latex cushion', size: '24 x 8 cm',
          care: 'Lift out hair weekly, keep the cushion dry',
          origin: 'Made in Guwahati, Assam', inTheBox: '1 brush in a kraft box',
        },
      ],
    },
    {
      name: 'Shampoo & Conditioner Bars',
      face: 'shikakai-shampoo-bar',
      products: [
        {
          slug: 'shikakai-shampoo-bar', name: 'Shikakai & Reetha Shampoo Bar, 80 g', seller: aranyika, rupees: 299, units: 97,
          cm: [3, 7, 7], grams: 95,
          description: 'Shikakai pods, soapnut and amla in a pressed bar that foams in hard Jaipur water, so it will foam in yours. One bar replaces about two 250 ml bottles and flies as hand baggage.',
          material: 'Coconut-derived surfactant, shikakai, reetha, amla powder',
          size: 'Round, 7 cm across, 80 g', care: 'Drain well, use within 12 months of opening',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 bar in a folded paper box',
        },
        {
          slug: 'hibiscus-conditioner-bar', name: 'Hibiscus Conditioner Bar, 60 g', seller: aranyika, rupees: 329, units: 45,
          cm: [3, 6.5, 6.5], grams: 75,
          description: 'Cocoa butter and hibiscus in a solid conditioner: glide it over wet lengths twice, comb through, rinse. The pink comes from the petals.',
          material: 'Plant-based conditioner base, cocoa butter, hibiscus powder',
          size: 'Round, 6.5 cm across, 60 g', care: 'Keep in its tin, away from the shower jet',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 bar in a folded paper box',
        },
        {
          slug: 'hair-bar-travel-tin', name: 'Shampoo Bar Travel Tin with 2 Bars', seller: aranyika, rupees: 499, units: 1,
          cm: [4.2, 9, 9], grams: 190,
          description: 'An aluminium tin with a drip tray inside, filled with one bhringraj shampoo bar and one rice-water conditioner bar. The screw thread holds in a rucksack.',
          material: 'Aluminium tin, two solid hair bars of 50 g', size: 'Tin 9 cm across, 4.2 cm high',
          care: 'Open the tin at night so that the bars dry',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 tin, 1 drip tray, 2 bars',
        },
      ],
    },
    {
      name: 'Hair Oils & Masks',
      face: 'bhringraj-hair-oil',
      products: [
        {
          slug: 'bhringraj-hair-oil', name: 'Bhringraj & Amla Hair Oil, 100 ml', seller: aranyika, rupees: 349, units: 175,
          cm: [14, 4.8, 4.8], grams: 230,
          description: 'Fresh bhringraj is simmered in sesame oil in an iron kadhai until the leaf turns crisp. The glass dropper reaches the parting without greasing the lengths.',
          material: 'Sesame and coconut oils, bhringraj, amla, curry leaf; amber glass',
          size: '100 ml', care: 'Leave for an hour or overnight, then wash',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 amber bottle with dropper in a carton',
        },
        {
          slug: 'onion-seed-hair-oil', name: 'Black Seed & Onion Hair Oil, 150 ml', seller: aranyika, rupees: 389, units: 62,
          cm: [15.5, 5.2, 5.2], grams: 290,
          description: 'Kalonji oil carries the onion extract and rosemary takes the edge off its smell, honestly though not completely. A steel roller cap keeps it off your fingers.',
          material: 'Black seed, coconut and castor oils, onion extract, rosemary; amber glass',
          size: '150 ml', care: 'Patch test behind the ear first',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 amber bottle in a carton',
        },
        {
          slug: 'fenugreek-hair-mask', name: 'Fenugreek & Flaxseed Hair Mask, 200 g', seller: aranyika, rupees: 429, units: 30,
          cm: [6.5, 8.8, 8.8], grams: 340,
          description: 'Methi and alsi are ground together into a mask that rinses out without leaving seed in the drain. Fifteen minutes on damp hair is enough.',
          material: 'Fenugreek, flaxseed gel, aloe, coconut milk; glass jar, aluminium lid',
          size: '200 g', care: 'Refrigerate after opening, use within 8 weeks',
          origin: 'Made in Jaipur, Rajasthan', inTheBox: '1 glass jar',
        },
      ],
    },
  ],
};
