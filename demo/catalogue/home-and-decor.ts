import { bansuli, dhoopvan, mittika, sootkala } from './sellers.ts';
import type { CategorySource } from './types.ts';

export const homeAndDecor: CategorySource = {
  name: 'Home & Decor',
  subcategories: [
    {
      name: 'Candles',
      face: 'mogra-soy-candle',
      products: [
        {
          slug: 'mogra-soy-candle', name: 'Mogra Soy Candle in Tin, 40 Hours', seller: dhoopvan, rupees: 449, units: 73,
          cm: [6, 8, 8], grams: 260,
          description: 'Poured in Pune in batches of forty, with a cotton wick that stands straight. Let the first burn reach the edge, and it will never tunnel.',
          material: 'Soy wax, jasmine fragrance, cotton wick; tin', size: '8 cm across, 180 g wax',
          care: 'Trim the wick to 5 mm', origin: 'Made in Pune, Maharashtra', inTheBox: '1 candle in a tin with lid',
        },
        {
          slug: 'beeswax-pillar-candles', name: 'Beeswax Pillar Candles, Set of 3', seller: dhoopvan, rupees: 699, units: 22,
          cm: [15, 19, 6.5], grams: 720,
          description: 'Strained wax from forest hives, cast in three heights and left the colour the bees gave it. They smell faintly of honey even before you light them.',
          material: '100 % beeswax, cotton wick', size: '6 cm across; 8, 11 and 15 cm high',
          care: 'Buff with a cloth if a bloom appears', origin: 'Made in Pune, Maharashtra', inTheBox: '3 pillars in a kraft box',
        },
        {
          slug: 'amber-jar-candle', name: 'Sandalwood Candle in Amber Glass, 50 Hours', seller: dhoopvan, rupees: 599, units: 10,
          cm: [9, 8, 8], grams: 480,
          description: 'Sandalwood with a little cedar, for evenings when the power is on and you turn the lights off anyway. Wash the empty glass and it is a tumbler.',
          material: 'Soy and coconut wax, sandalwood fragrance, cotton wick; amber glass', size: '9 cm high, 220 g wax',
          care: 'Stop burning at 1 cm of wax', origin: 'Made in Pune, Maharashtra', inTheBox: '1 candle in a carton',
        },
      ],
    },
    {
      name: 'Incense & Fragrance',
      face: 'temple-flower-incense',
      products: [
        {
          slug: 'temple-flower-incense', name: 'Temple Flower Incense Sticks, 50 Sticks', seller: dhoopvan, rupees: 199, units: 285,
          cm: [3, 24, 5], grams: 95,
          description: 'Marigold and rose garlands collected after the morning aarti are dried, ground and rolled on bamboo without charcoal. Each stick burns for about forty minutes.',
          material: 'Flower powder, halmaddi resin, bamboo splint', size: '22 cm long', care: 'Keep the tube closed',
          origin: 'Made in Pune, Maharashtra', inTheBox: '50 sticks in a paper tube',
        },
        {
          slug: 'loban-dhoop-cones', name: 'Loban Dhoop Cones with Clay Stand, 30 Cones', seller: dhoopvan, rupees: 179, units: 148,
          cm: [5, 12, 9], grams: 150,
          description: 'Resin cones for the doorway at dusk. The little clay dish that comes along catches the ash and stays cool underneath.',
          material: 'Benzoin resin, flower powder, wood powder; terracotta stand', size: '3 cm cones',
          care: 'Burn on the stand only', origin: 'Made in Pune, Maharashtra', inTheBox: '30 cones, 1 clay stand',
        },
        {
          slug: 'reed-diffuser-vetiver', name: 'Vetiver Reed Diffuser, 100 ml', seller: dhoopvan, rupees: 749, units: 39,
          cm: [26, 7, 7], grams: 330,
          description: 'Eight reeds draw vetiver and lemon up from a glass base for about ten weeks. Turn them once a week, twice before guests.',
          material: 'Fragrance in plant-derived carrier, rattan reeds; glass', size: '100 ml', care: 'Wipe spills from varnish at once',
          origin: 'Made in Pune, Maharashtra', inTheBox: '1 bottle, 8 reeds',
        },
        {
          slug: 'ceramic-oil-burner', name: 'Ceramic Oil Burner, Sea Green', seller: mittika, rupees: 399, units: 17,
          cm: [12, 9.5, 9.5], grams: 360,
          description: 'A cut-out dome over a tealight, with a dish on top for water and a few drops of oil. The leaf-shaped openings throw a pattern on the wall.',
          material: 'Glazed stoneware', size: '12 cm high', care: 'Never burn it dry', origin: 'Made in Bhuj, Gujarat',
          inTheBox: '1 burner, 1 tealight in a clay cup',
        },
      ],
    },
    {
      name: 'Baskets & Textiles',
      face: 'sabai-storage-basket',
      products: [
        {
          slug: 'sabai-storage-basket', name: 'Sabai Grass Storage Basket', seller: bansuli, rupees: 849, units: 44,
          cm: [24, 28, 28], grams: 620,
          description: 'Coiled sabai grass, stitched round by round by a women-run group in Mayurbhanj. Stands upright when empty and swallows a week of newspapers.',
          material: 'Sabai grass, date palm leaf', size: '28 cm across, 24 cm high', care: 'Brush dust off, sun it now and then',
          origin: 'Made in Mayurbhanj, Odisha', inTheBox: '1 basket',
        },
        {
          slug: 'jute-round-rug', name: 'Braided Jute Rug, Round, 90 cm', seller: bansuli, rupees: 1299, units: 16,
          cm: [12, 90, 12], grams: 1600,
          description: 'One long jute braid, wound from the middle outwards and sewn with cotton. It is firm underfoot, and the first week it smells of the river.',
          material: 'Jute, cotton thread', size: '90 cm across', care: 'Shake and air, spot clean, keep dry',
          origin: 'Made in Guwahati, Assam', inTheBox: '1 rug, rolled and tied',
        },
        {
          slug: 'handloom-cushion-covers', name: 'Handloom Cushion Covers, 40 cm, Set of 2', seller: sootkala, rupees: 799, units: 68,
          cm: [3, 30, 22], grams: 380,
          description: 'A raised stripe woven in by throwing the shuttle twice. Coconut buttons at the back, where cheap covers have a zip.',
          material: '100 % cotton, coconut shell buttons', size: '40 x 40 cm', care: 'Cold wash inside out',
          origin: 'Woven in Erode, Tamil Nadu', inTheBox: '2 covers, cushions not included',
        },
      ],
    },
    {
      name: 'Vases & Lamps',
      face: 'terracotta-bud-vase',
      products: [
        {
          slug: 'terracotta-bud-vase', name: 'Terracotta Bud Vases, Trio', seller: mittika, rupees: 549, units: 57,
          cm: [18, 22, 8], grams: 870,
          description: 'Three small vases in the brick red of Kutch clay, burnished with a river stone. Meant for one stem each, or for none.',
          material: 'Burnished terracotta', size: '10, 14 and 18 cm high', care: 'Stand on a coaster, clay breathes damp',
          origin: 'Made in Bhuj, Gujarat', inTheBox: '3 vases in shredded paper',
        },
        {
          slug: 'bamboo-pendant-lamp', name: 'Bamboo Pendant Lampshade, 30 cm', seller: bansuli, rupees: 1499, units: 8,
          cm: [26, 30, 30], grams: 540,
          description: 'Bent bamboo strips around a steel ring, open enough to light the table and patterned enough to be looked at. Takes a standard LED bulb.',
          material: 'Bamboo, steel ring, cotton-covered cable', size: '30 cm across, 26 cm high', care: 'Dust with a soft brush',
          origin: 'Made in Guwahati, Assam', inTheBox: '1 shade, 1 m cable with holder, no bulb',
        },
        {
          slug: 'handmade-paper-lamp', name: 'Handmade Paper Table Lamp', seller: mittika, rupees: 999, units: 25,
          cm: [32, 18, 18], grams: 720,
          description: 'Cotton-rag paper with pressed ferns over a frame of mango wood. The light comes out the colour of tea with milk.',
          material: 'Cotton-rag paper, mango wood, cotton-covered cable', size: '32 cm high, 18 cm square', care: 'Dust only',
          origin: 'Made in Bhuj, Gujarat', inTheBox: '1 lamp, no bulb',
        },
      ],
    },
  ],
};
