import { bansuli, kagzira } from './sellers.ts';
import type { CategorySource } from './types.ts';

export const stationery: CategorySource = {
  name: 'Stationery',
  subcategories: [
    {
      name: 'Notebooks & Diaries',
      face: 'cotton-rag-notebook',
      products: [
        {
          slug: 'cotton-rag-notebook', name: 'Cotton Rag Notebook, A5, 120 Pages', seller: kagzira, rupees: 349, units: 137,
          cm: [1.6, 21, 15], grams: 260,
          description: 'Paper made from T-shirt cuttings of the Tiruppur mills, so no tree in it. Thread-sewn to lie flat, with deckle edges and a cover in block-printed cloth.',
          material: 'Cotton-rag paper 120 g, cotton cover, linen thread', size: 'A5, 120 unruled pages', care: 'Keep dry',
          origin: 'Made in Puducherry', inTheBox: '1 notebook in a paper band',
        },
        {
          slug: 'kraft-pocket-notebooks', name: 'Kraft Pocket Notebooks, A6, Set of 3', seller: kagzira, rupees: 199, units: 248,
          cm: [1.5, 14.8, 10.5], grams: 190,
          description: 'Ruled, squared and plain, each of 64 pages of recycled office paper. The corners are rounded because pockets are unkind.',
          material: 'Recycled paper, kraft board, steel staples', size: 'A6, 64 pages each', care: 'Recycle with the staples in',
          origin: 'Made in Puducherry', inTheBox: '3 notebooks in a paper band',
        },
        {
          slug: 'leaf-print-journal', name: 'Leaf Print Journal with Tie, 200 Pages', seller: kagzira, rupees: 599, units: 20,
          cm: [2.4, 20, 14], grams: 420,
          description: 'Real leaves leave their shadow on the cover during dyeing, a different set for each book. A cotton cord goes twice round and keeps loose tickets in.',
          material: 'Cotton-rag paper, eco-printed cotton cover', size: '20 x 14 cm, 200 pages', care: 'Colours mellow in strong sun',
          origin: 'Made in Puducherry', inTheBox: '1 journal in a cotton pouch',
        },
      ],
    },
    {
      name: 'Pens & Pencils',
      face: 'seed-pencils',
      products: [
        {
          slug: 'seed-pencils', name: 'Plantable Seed Pencils, Pack of 10', seller: kagzira, rupees: 169, units: 312,
          cm: [1, 19, 9], grams: 65,
          description: 'Rolled from old newspaper, with a seed capsule where others have a rubber: tomato, tulsi, marigold and more. Plant the stub when it is too short to hold.',
          material: 'Recycled newspaper, graphite HB, vegetable seed', size: '18 cm long', care: 'Plant within a year',
          origin: 'Made in Puducherry', inTheBox: '10 pencils in a paper box',
        },
        {
          slug: 'paper-ball-pens', name: 'Recycled Paper Ball Pens, Pack of 5', seller: kagzira, rupees: 149, units: 189,
          cm: [1, 16, 8], grams: 40,
          description: 'A paper barrel instead of plastic; only the refill and tip are ordinary. Writes blue for about 800 metres and takes standard refills.',
          material: 'Recycled kraft paper barrel, steel tip, plastic refill', size: '15 cm long', care: 'Change the refill, keep the barrel',
          origin: 'Made in Puducherry', inTheBox: '5 pens in a paper sleeve',
        },
        {
          slug: 'paper-colour-pencils', name: 'Newspaper Colour Pencils, 12 Shades', seller: kagzira, rupees: 249, units: 10,
          cm: [1, 19, 10], grams: 85,
          description: 'Twelve soft colours in barrels of rolled newspaper, which sharpen in one long curl. The tube box stands on a desk.',
          material: 'Recycled newspaper, wax-based colour core', size: '18 cm long', care: 'Use a hand sharpener',
          origin: 'Made in Puducherry', inTheBox: '12 pencils in a paper tube',
        },
      ],
    },
    {
      name: 'Desk & Cards',
      face: 'bamboo-desk-organiser',
      products: [
        {
          slug: 'bamboo-desk-organiser', name: 'Bamboo Desk Organiser, 5 Compartments', seller: bansuli, rupees: 799, units: 34,
          cm: [12, 24, 14], grams: 640,
          description: 'Pens, phone, cards, clips and one space for things without a name. Joined with bamboo dowels, finished with oil.',
          material: 'Bamboo, plant oil', size: '24 x 14 x 12 cm', care: 'Dry cloth', origin: 'Made in Guwahati, Assam',
          inTheBox: '1 organiser',
        },
        {
          slug: 'seed-paper-cards', name: 'Seed Paper Greeting Cards, Set of 6', seller: kagzira, rupees: 299, units: 103,
          cm: [1.5, 17, 12], grams: 110,
          description: 'Letterpress botanicals on paper with marigold seed in it, and envelopes in kraft. After the birthday, lay the card on damp soil.',
          material: 'Seed paper, recycled kraft envelopes', size: '11 x 16 cm folded', care: 'Plant within 12 months',
          origin: 'Made in Puducherry', inTheBox: '6 cards, 6 envelopes',
        },
        {
          slug: 'recycled-gift-wrap', name: 'Block Print Gift Wrap Sheets, Set of 5', seller: kagzira, rupees: 249, units: 58,
          cm: [5, 50, 5], grams: 240,
          description: 'Large sheets of cotton paper, block-printed in water-based ink, strong enough to be folded and used again. Comes with jute twine, and needs no sticky tape.',
          material: 'Cotton-rag paper, jute twine', size: '50 x 70 cm', care: 'Iron the back to remove creases',
          origin: 'Made in Puducherry', inTheBox: '5 sheets rolled, 5 m twine',
        },
      ],
    },
  ],
};
