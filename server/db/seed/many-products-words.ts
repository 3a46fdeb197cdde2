/** Words that `insertManyProducts` draws from. */

export const syllables = [
  'ara', 'bha', 'chi', 'deva', 'esha', 'gau', 'hari', 'indu', 'jala', 'kavi',
  'lata', 'mani', 'nila', 'oja', 'pari', 'rohi', 'sura', 'tara', 'uma', 'vana',
] as const

export const materials = [
  'Bamboo', 'Neem Wood', 'Jute', 'Coir', 'Terracotta', 'Brass', 'Copper', 'Organic Cotton', 'Khadi', 'Hemp', 'Cork', 'Cane',
  'Sheesham', 'Stoneware', 'Recycled Paper', 'Banana Fibre', 'Areca Leaf', 'Kansa', 'Wool', 'Sabai Grass', 'Coconut Shell',
  'Beeswax', 'Linen', 'Glass', 'Steel',
] as const

export const nouns = [
  'Soap', 'Comb', 'Toothbrush', 'Bowl', 'Bottle', 'Tumbler', 'Straw Set', 'Tiffin', 'Spatula', 'Scrubber', 'Soapnuts', 'Broom',
  'Candle', 'Incense', 'Basket', 'Cushion Cover', 'Vase', 'Lampshade', 'Planter', 'Seed Kit', 'Trowel', 'Tea', 'Coffee', 'Honey',
  'Jaggery', 'Turmeric', 'Millet', 'Rattle', 'Swaddle', 'Quilt', 'Dog Brush', 'Cat Bed', 'Rope Toy', 'Notebook', 'Pencil', 'Organiser',
  'Tote Bag', 'Pouch', 'Kurta', 'Stole', 'Slippers', 'Diya', 'Lantern', 'Hamper', 'Rangoli', 'Shampoo Bar', 'Hair Oil', 'Face Serum',
  'Lip Balm', 'Razor', 'Rug', 'Tray', 'Coaster', 'Apron', 'Napkin', 'Towel', 'Loofah', 'Mug', 'Plate', 'Chopping Board',
] as const

export const variants = [
  'Set of 2', 'Set of 3', 'Set of 4', 'Pack of 6', 'Pack of 12', 'Small', 'Medium', 'Large', '100 g', '250 g', '500 g', '200 ml',
  '500 ml', 'Natural', 'Indigo', 'Moss Green', 'Off-White', 'Hand-Painted', 'Travel Size', 'Gift Box',
] as const

export const descriptionParts = [
  'Made by hand in small batches by a family workshop that has kept the craft for three generations.',
  'No plastic touches it on the way to you: the box is kraft board and the tape is paper.',
  'Sun-dried for four days, then finished with cold-pressed sesame oil.',
  'The colour comes from pomegranate rind, madder root and iron, never from a synthetic dye.',
  'It wears in rather than out, and what is left at the end can go on the compost.',
  'Every piece differs a little in grain and shade, which is how you know that nobody stamped it out.',
  'Rinse with warm water, dry in the shade and keep it away from the dishwasher.',
  'Grown without pesticides on rain-fed land and bought from the farmers at a price agreed before the harvest.',
  'The scent is light and clears within an hour, so it suits small rooms and sensitive noses.',
  'Sized for an Indian kitchen shelf, it stacks with the others of its collection.',
  'A percentage of every sale pays for saplings along the village road.',
  'Tested on friends and relatives, never on animals.',
  'It makes a quiet present for somebody who has everything and throws little away.',
  'Weavers are paid by the piece and choose their own hours, mostly between school runs.',
  'Please expect marks of the tool; they are left on purpose.',
  'Lasts about a year with daily use, longer if it dries between uses.',
  'Fired twice in a wood kiln, so it keeps water cool and never leaks.',
  'The lid closes tightly enough for a bus ride on a bad road.',
  'Free of sulphates, parabens and palm oil.',
  'Comes with a card that tells where the material grew and who worked on it.',
] as const
