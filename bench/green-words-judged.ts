/**
 * Judged listings for `bench green-words`, invented, half of them without a finding. Each is a line 'name | description' in which
 * a person has put brackets around the words that need a proof. The rules of the judgement:
 *
 * - Marked is what says, without a measure or a condition, that a product, its material or its packaging is good or harmless for
 *   the environment or for animals, or has a property that buyers cannot see and that counts as such: natural, organic,
 *   compostable, recycled, free of plastic or of chemicals.
 * - Not marked are: a stated share below all ('60 % recycled PET'), a condition ('within 90 days', a standard with its number),
 *   a denial ('not biodegradable'), names of colours, materials, books, places and plants, what somebody shall do with the
 *   product, and plain properties that everybody sees (reusable, handmade, cotton).
 */
export interface JudgedListing {
  group: string
  /** Name and description with the brackets. */
  marked: readonly [name: string, description: string]
}

const group = (name: string, lines: string): JudgedListing[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [title = '', text = ''] = line.split(' | ')
      return { group: name, marked: [title.trim(), text.trim()] as const }
    })

const english = group(
  'English, with findings',
  `
[Eco-friendly] Jute Shopping Bag | Holds ten kilos. A [sustainable] choice for the weekly market.
Bamboo Toothbrush, Pack of 4 | A [biodegradable] handle and soft bristles for sensitive gums.
Neem Wood Comb | Cut from one piece. [100% natural] and gentle on the scalp.
Soy Candle in a Glass | Burns 40 hours. [Chemical-free], with the scent of jasmine.
Kitchen Scrubber of Coir | [Plastic-free] and tough on burnt pans.
Cotton Produce Bags | Six net bags of [organic cotton] for fruit and vegetables.
Areca Leaf Plates, 25 Pieces | [Compostable] plates for parties, 10 inches wide.
Notebook, 120 Pages | Bound by hand from [recycled paper] with a cloth spine.
Reetha Hair Wash | [All natural], [non-toxic] and safe for babies.
Steel Tiffin, Two Tiers | Say goodbye to takeaway boxes: an [environment friendly] lunch every day.
Shampoo Bar, Hibiscus | [Vegan] and [cruelty free]. Lasts as long as two bottles.
Dishwash Liquid, 1 Litre | Made with lemon. [No chemicals], no worries.
Beeswax Food Wraps | The [green alternative] to cling film; wash and use again.
Bamboo Straws, Set of 8 | [Good for the planet], good for you.
Wooden Building Blocks | [FSC certified] beech with rounded edges.
Terracotta Water Bottle | Keeps water cool in an [earth-friendly] way.
Kurta in Indigo | Woven in Kutch and [naturally dyed].
Kitchen Towels, Roll of 20 | Washable up to 80 times. [Zero waste] cleaning at home.
Bin Liners, Medium, 30 Bags | [Bio-degradable] bags for kitchen waste.
Laundry Powder, 2 kg | [Toxin-free] and kind to hands.
Phone Case for 6.1 inch | [Made from recycled] ocean plastic in a matt black.
Yoga Mat, 5 mm | Cork above, natural rubber below. An [eco mat] for small rooms.
Gift Box of Four Soaps | Packed in [plastic-free packaging] with a paper band.
Cushion Cover, Block Print | Printed by hand with [natural dyes] from pomegranate peel.
Baby Swaddle, Muslin | Soft and breathable, [GOTS organic cotton].
Toor Dal, 1 kg | [Organic] lentils from Marathwada, unpolished.
Floor Cleaner, Citronella | An [eco friendly] cleaner. [Biodegradable] too!
Lip Balm, Coconut | [Not tested on animals]. Tin of 10 g.
Incense Sticks, 40 | Rolled by hand, [free from chemicals], burns 35 minutes.
Paper Pens, Set of 10 | Plant the pen after use: [sustainable stationery] with a basil seed.
Table Runner in Khadi | Hand-spun in Bengal. [Carbon neutral] from field to table.
Detergent Sheets, 60 | [Planet-friendly] laundry without a measuring cup.
Wooden Spatula | Carved from mango wood, finished with [natural oils].
Coconut Bowl Pair | Each bowl is unique and [fully compostable].
Sanitary Pads, 10 | [Organic] top sheet and no perfume.
Sunscreen SPF 30 | A [reef-safe] cream with zinc.
Toilet Cleaner Tablets | [Environmentally safe] tablets that fizz.
Wall Paint, 4 Litres | [Eco paint] with a matt finish in eight shades.
Bedsheet, Double | [Sustainably made] percale, 300 threads.
Denim Tote | [Upcycled] jeans with a strong lining.
Corn Starch Cutlery | [100 % compostable] forks and spoons, 50 pieces.
Kajal Stick | Ayurvedic kohl, [toxin free], for every day.
Handwash Refill | [Chemical free] foam with aloe, 500 ml.
Water Hyacinth Basket | Woven in Assam, an [ecological] home for your towels.
School Bag, 18 Litres | Outer fabric of [100% recycled] polyester.
Face Wash with Turmeric | [Clean beauty] at its best, with [natural ingredients].
Gel Pen Refill, 12 | The [greenest] refill on the desk.
Kids T-Shirt, Elephant | [100% organic cotton] jersey in five sizes.
Pet Shampoo, Neem | [Cruelty-free], mild and quick to rinse.
Bamboo Tissue, 6 Rolls | Tree-free softness that is [gentle on the environment].
Clay Water Filter | No electricity. [Saves the planet] one litre at a time.
Mosquito Coil, Herbal | [Harmless to the environment] and to your family.
Packing Peanuts, 5 Litres | They [dissolve without harming nature].
Cork Wallet | The [ethical], [vegan leather] wallet for four cards.
Silk Stole, Maroon | [Peace silk] from Jharkhand, 180 cm.
Steel Straw with Brush | [Reduces your carbon footprint] with each sip.
Deodorant Stick, Sandal | [Non toxic], rolled in a paper tube.
Garbage Bags, Large | These bags are [oxo-biodegradable] and strong.
Bath Salt, 400 g | [Naturally sourced] from Sambhar, with rose petals.
Tea Bags, Tulsi, 25 | The bags are [home compostable] and free of staples.
Rakhi with Seeds | An [eco-conscious] rakhi that grows into a plant.
Ganesha Idol, 8 inch | [Eco-Friendly] clay idol that [leaves no harm behind].
Holi Colours, 4 Packs | Herbal gulal, [non-toxic] and easy to wash off.
Diya Set of 12 | Painted diyas, an [environmentally responsible] gift.
Wooden Watch | [Sustainable wood] case, quartz movement.
Cane Chair | Woven in Tripura with an [environmentally friendly] lacquer.
Hair Oil, 200 ml | [Pure and natural], pressed cold, with brahmi.
Sponge of Loofah | [Naturally biodegradable], grown in Gujarat.
Paper Straws, 100 | [Recyclable] and sturdy in cold drinks.
Bottle of Borosilicate Glass | [Completely recyclable], with a jute sleeve.
Compost Starter, 1 kg | Speeds up your bin with [natural] microbes.
[Ecomark] Paper Ream, A4 | [Ecomark] sheets, 75 gsm.
`,
)

const hindi = group(
  'Hindi, with findings',
  `
जूट का थैला | यह [पर्यावरण के अनुकूल] थैला दस किलो तक उठाता है।
बाँस का टूथब्रश | [बायोडिग्रेडेबल] हैंडल और मुलायम रेशे।
नीम की कंघी | [100% प्राकृतिक] लकड़ी से बनी, बालों के लिए कोमल।
हर्बल शैम्पू, 200 मिली | [केमिकल फ्री] शैम्पू, रीठा और शिकाकाई के साथ।
सूती थैली, 6 नग | सब्ज़ी के लिए [प्लास्टिक मुक्त] थैलियाँ।
अरहर दाल, 1 किलो | [जैविक] दाल, बिना पॉलिश की।
मिट्टी के दीये, 12 नग | [पर्यावरण हितैषी] दीये, हाथ से रंगे हुए।
सुपारी के पत्तों की प्लेट | [कंपोस्टेबल] प्लेटें, शादी और पार्टी के लिए।
हाथ धोने का साबुन | [रसायन मुक्त] साबुन, एलोवेरा की खुशबू।
कॉपी, 120 पन्ने | [रिसाइकिल किए गए कागज़] से बनी, सिलाई की हुई।
ब्लॉक प्रिंट कुशन कवर | [प्राकृतिक रंगों] से छपा हुआ।
गुलाब जल, 100 मिली | [शुद्ध प्राकृतिक] गुलाब जल, कन्नौज से।
होली के रंग | [नॉन टॉक्सिक] रंग, आसानी से धुल जाते हैं।
फर्श क्लीनर, 1 लीटर | [इको फ्रेंडली] क्लीनर, नींबू की खुशबू।
बर्तन धोने का पाउडर | [बिना केमिकल] का पाउडर, हाथों पर नरम।
लिप बाम, नारियल | [क्रूरता मुक्त] और सुगंधित।
कचरे की थैली, 30 नग | यह थैली [मिट्टी में मिल जाती है]।
खादी का कुर्ता | [ऑर्गेनिक] सूत से बुना हुआ, गर्मियों के लिए।
गणेश मूर्ति, 8 इंच | [ईको-फ्रेंडली] मूर्ति, शाडू मिट्टी से।
चाय, तुलसी वाली | [कुदरती] स्वाद, 25 थैलियाँ।
अगरबत्ती, 40 नग | [रसायन रहित] अगरबत्ती, मोगरा।
काग़ज़ के स्ट्रॉ | [पुनर्चक्रण योग्य] स्ट्रॉ, 100 नग।
रसोई का तौलिया | [ज़ीरो वेस्ट] रसोई के लिए, धोकर फिर लगाएँ।
बच्चों की टी-शर्ट | [जैविक कपास] की नरम टी-शर्ट।
उपहार का डिब्बा | [प्लास्टिक रहित पैकिंग] में चार साबुन।
बाँस की बोतल | [प्रकृति के अनुकूल] बोतल, 600 मिली।
दन्त मंजन, 100 ग्राम | [बिना किसी रसायन के] बना हुआ।
मोमबत्ती, चमेली | [विषमुक्त] मोमबत्ती, 40 घंटे जलती है।
`,
)

const transliterated = group(
  'Transliterated Hindi, with findings',
  `
Jute ka Thaila | [Paryavaran ke anukul] thaila, das kilo tak uthata hai.
Neem ki Kanghi | [100% prakritik] lakdi se bani, balon ke liye komal.
Reetha Shampoo | [Rasayan mukt] shampoo, shikakai ke saath.
Arhar Dal 1 kilo | [Jaivik] dal, bina polish ki.
Mitti ke Diye | [Paryavaran anukool] diye, haath se range hue.
Suti Thaili | Sabzi ke liye [plastic mukt] thaili.
Kapde Dhone ka Powder | [Bina chemical] ka powder, haathon par naram.
Gulab Jal 100 ml | [Kudrati] gulab jal, Kannauj se.
Tulsi Chai | [Prakritik] swad, 25 thailiyan.
Haldi Powder | Ghar jaisi [jaivik] haldi, 200 gram.
Agarbatti Mogra | [Chemical mukt] agarbatti, 40 nag.
Areca Plate | Yeh plate [mitti mein mil jaati hai], shaadi ke liye.
Bartan ka Jhama | [Bina plastic] ka jhama, nariyal ke reshe se.
Khadi Kurta | [Prakritik rang] se ranga hua.
Ganesh Murti | [Eko friendly] murti, shadu mitti se.
Lip Balm Nariyal | [Krurta mukt] aur sugandhit.
Hawan Samagri | [Qudrati] jadi booti, 500 gram.
Bans ki Botal | [Prakriti ke anukul] botal, 600 ml.
Dant Manjan | [Rasayan rahit] manjan, laung ke saath.
Thele | [Paryavaran hitaishi] thele, teen rang mein.
Kachre ki Thaili | Kuch mahino mein [khad ban jaati hai].
Sabun, 4 nag | Ye sabun [bilkul chemical free] hai.
`,
)

const mixed = group(
  'two languages, with findings',
  `
[Organic] Haldi / [जैविक] हल्दी | Ground turmeric, 200 g.
Bamboo ब्रश | An [eco-friendly] brush। [प्लास्टिक मुक्त] packing.
Herbal Gulal | Holi ke liye [natural] aur [non-toxic] rang.
[Chemical Free] Shampoo | Daily use ke liye, balon ko chamak de.
Diya Set | Diwali के लिए [इको-फ्रेंडली] diya set.
Desi Ghee Soap | Haath se bana [100 % natural] sabun.
Jute Bag जूट बैग | [Sustainable] aur mazboot, roz ke liye.
Cotton Saree | Handloom saree, [organic cotton] se buni hui.
Neem Datun | Roz subah ek, [all-natural] toothbrush, [zero waste].
Mitti ka Tawa | Clay tawa, [chemical-free] khana.
`,
)

const englishClean = group(
  'English, without findings',
  `
Jute Shopping Bag | Holds ten kilos; two inner pockets and a zip.
Fleece Jacket | Made of 60 % recycled PET, 40 % virgin polyester.
Compost Bags, 30 | Compostable at home within 90 days per IS 17088.
Steel Bottle, 1 Litre | Double wall; keeps tea hot for 12 hours.
Nylon Toothbrush | Handle of bamboo. The bristles are nylon and not biodegradable: pull them out first.
Linen Shirt | Natural colour: beige. Sizes S to XXL.
Green Tea, 100 g | First flush from the Kangra valley.
Book: A Natural History of the Deccan | 320 pages, paperback.
Curtain in Bottle Green | 7 feet, with eyelets.
Sofa Cover | Colour: natural. Machine wash at 30 degrees.
Cotton Bedsheet | 100% cotton, 200 threads per inch.
Wool Blanket | 100 % wool from Himachal, 1.8 kg.
Mango Pickle | Old family recipe. No artificial colour added.
Plastic Storage Box | Sturdy polypropylene, 12 litres, with a lid.
Moong Dal (Green Gram), 1 kg | Washed and sorted by hand.
Chemistry Set | Eight experiments for children above ten. Organic chemistry for beginners included.
Vase, Organic Shape | Stoneware with an organic form and a white glaze.
Wall Clock | Natural finish, silent movement.
Paper Bags, 50 | Please recycle the bag after use.
Glass Jar | Please put the lid in the dry bin; it is not recyclable.
Wax Crayons | Twelve colours, contains paraffin. Not vegan: it has beeswax.
Floor Mat | Made of natural rubber and cotton canvas.
Doormat of Coir | Natural fibre with a rubber back.
Rain Coat | Waterproof, not plastic-free: the coating is polyurethane.
Green Chilli Sauce | 200 g, hot and sour.
Evergreen Songs, Songbook | 80 songs with notes for harmonium.
Poster: National Parks | Printed on 170 gsm paper, 24 by 36 inches.
Natural Stone Coasters | Slate, four pieces with felt feet.
Kids' Puzzle: Our Environment | 60 pieces; children learn about rivers and forests.
Board Game 'Sustainable City' | For two to five players from ten years.
Notebook with Recycling Chart | A chart for sorting waste on the back cover.
Shampoo Bar | Free of parabens and sulphates, see the list of ingredients.
Soap with Fragrance | Contains synthetic perfume; it is not natural.
Detergent | Contains chemicals that irritate eyes: keep away from children.
Neem Oil, 100 ml | Pressed in Nagpur. Smells strong.
Sesame Oil | Cold pressed, 1 litre glass bottle.
Candle, Paraffin | Burns 30 hours, lavender scent.
Silk Saree | Kanchipuram silk with zari, 6.3 metres.
Leather Wallet | Buffalo leather, vegetable stitched, six cards.
Handmade Pottery Mug | 300 ml, safe in the microwave.
Refillable Fountain Pen | Blue ink, steel nib.
Reusable Food Wraps | Cotton with beeswax, wash in cold water.
Cookbook: Vegan Recipes of Gujarat | 70 recipes with photos.
Pine Shelf | Solid pine with knots, natural wood grain visible.
Lamp Shade | Woven cane, gives warm light like natural light.
Hemp Rope, 20 m | Three strands, 8 mm thick.
Paint Set | Acrylic. Wash brushes with water; do not pour rests into drains.
Bamboo Cutting Board | Laminated bamboo with food-grade glue.
Wooden Train | Painted beech; paint tested to IS 9873 part 3, report with the box.
Bag of 80 % Organic Cotton | 80 % organic cotton and 20 % polyester.
Carton, 5 ply | Contains 70 percent recycled paper.
Copper Jug | 1.5 litres, hammered; clean with lemon.
Pen Stand | The green one has three holes, the red one four.
Bathroom Mug | Plastic, 1 litre, blue.
Toy Car | With plastic wheels and a friction motor.
Cotton Rug | Chindi rug of cloth strips, 3 by 5 feet.
Bird Feeder | Let nature come to your balcony. Holds 500 g.
Field Guide to Natural Dye Plants | 200 plants with drawings.
Magnet Set: Earth and Moon | Eight magnets for the fridge.
Planner 'Green Days' | A week on two pages, ribbon marker.
Toilet Brush | Bristles of nylon; this brush has a plastic handle.
Gardening Gloves | Not made of organic cotton; polyester with a latex palm.
Table Fan | 1,200 rounds a minute, uses 28 watts.
Sitar Strings | Set of seven, bronze and steel.
Jaggery Powder | 500 g, from Kolhapur, contains no added sugar.
Tote Bag | Printed with the words of a poem about trees.
Rice, Sona Masuri | 5 kg, aged one year.
Rubber Bands | 100 pieces, natural latex.
Paper Cups | Lined with plastic, therefore not compostable.
Aquarium Plants | Plastic plants in natural colours.
Wedding Cards | Handmade paper of cotton rags, 50 pieces.
Glass Straw | Reusable straw with a brush, dishwasher safe.
`,
)

const hindiClean = group(
  'Hindi, without findings',
  `
जूट का थैला | दस किलो तक उठाता है, दो जेबें और एक ज़िप।
सूती चादर | 100% सूती, डबल बेड के लिए।
हरी चाय, 100 ग्राम | काँगड़ा घाटी की पहली पत्ती।
प्लास्टिक का डिब्बा | 12 लीटर, ढक्कन के साथ।
मिट्टी के दीये | 12 नग, हाथ से रंगे हुए।
हरे रंग का पर्दा | सात फुट लंबा।
मूँग दाल | एक किलो, साफ़ की हुई।
तांबे का लोटा | डेढ़ लीटर, नींबू से साफ़ करें।
टूथब्रश | रेशे नायलॉन के हैं, जो बायोडिग्रेडेबल नहीं हैं।
आम का अचार | घर का स्वाद, 500 ग्राम।
किताब: प्राकृतिक इतिहास | दक्कन के पौधे और पक्षी, 320 पन्ने।
टिकाऊ स्कूल बैग | मज़बूत सिलाई, 18 लीटर।
कुर्ता | रंग: प्राकृतिक सफ़ेद। साइज़ एस से एक्सएल।
डिटर्जेंट | इसमें रसायन हैं, बच्चों से दूर रखें।
काँच की बोतल | एक लीटर, धोकर फिर इस्तेमाल करें।
कंबल | ऊन का, 1.8 किलो।
बाँस की टोकरी | असम में बुनी हुई।
चावल | पाँच किलो, एक साल पुराना।
खेल: हमारा पर्यावरण | बच्चों के लिए 60 टुकड़ों की पहेली।
शुद्ध घी | एक लीटर, गाय का घी।
काग़ज़ के कप | अंदर प्लास्टिक की परत है, इसलिए कंपोस्टेबल नहीं।
जैकेट | 60% रिसाइकिल पॉलिएस्टर और 40% नया।
`,
)

const transliteratedClean = group(
  'Transliterated Hindi, without findings',
  `
Jute ka Thaila | Das kilo tak uthata hai, do jeb aur ek zip.
Suti Chadar | 100% suti, double bed ke liye.
Hari Chai | Kangra ghati ki pehli patti.
Plastic ka Dibba | 12 litre, dhakkan ke saath.
Mitti ke Diye | 12 nag, haath se range hue.
Hara Parda | Saat foot lamba.
Tambe ka Lota | Dedh litre, nimbu se saaf karein.
Toothbrush | Reshe nylon ke hain, biodegradable nahi hain.
Aam ka Achar | Ghar ka swad, 500 gram.
Tikau School Bag | Mazboot silai, 18 litre.
Detergent Powder | Isme chemical hain, bachchon se door rakhein.
Bans ki Tokri | Assam mein buni hui.
Kambal | Oon ka, 1.8 kilo.
Chawal | Paanch kilo, ek saal purana.
Shuddh Ghee | Ek litre, gai ka ghee.
Kagaz ke Cup | Andar plastic ki parat hai.
Kitab: Prakriti ki Kahani | 40 panne, chitron ke saath.
Kanch ki Botal | Dhokar phir istemal karein.
`,
)

/** Written when the patterns were finished; no pattern was changed for it. */
const unseen = group(
  'unseen',
  `
Coir Pot, 6 inch | Put pot and plant in the soil together: the pot is [fully biodegradable].
Moringa Soap | Made with [organic moringa] and goat milk.
Lunch Bag in Canvas | An [eco-friendly] lunch bag with a steel buckle.
Seed Paper Cards | [Environment-friendly] invitations that bloom.
Bamboo Socks, 3 Pairs | [Naturally antibacterial] and [sustainable].
Rice Husk Mug | A mug that [won't hurt the planet].
Hair Serum, 50 ml | [Vegan], light and not sticky.
Sal Leaf Bowls | Stitched leaves, a [greener] way to serve prasad.
Utensil Cleaner | Plant-based, [biodegradable] and with fresh lime.
Cloth Diaper | [Chemical-free] cloth for [a cleaner earth].
Office Chair | Seat shell of [recycled plastic], steel base.
Pooja Flowers Incense | [Upcycled] temple flowers, rolled by women of Kanpur.
Kumkum, 50 g | [शुद्ध और प्राकृतिक] कुमकुम, हल्दी से।
शहद, 500 ग्राम | जंगल से निकाला [कुदरती] शहद।
Sabun Neem | [Bina kisi chemical ke] bana hua neem sabun.
Matka | [Paryavaran mitra] matka, paani thanda rakhta hai.
कपड़े का थैला | [पर्यावरण बचाने वाला] थैला।
बाँस का ब्रश | [प्लास्टिक फ्री] ज़िंदगी की शुरुआत।
Food Cover | [Plastic-free] kitchen, made easy.
Wooden Rattle | Finished in [non-toxic] lac colours from Channapatna.
Jute Rug | Rug of jute yarn, 4 by 6 feet, with a cotton border.
Steel Lunch Box | Leakproof, three clips, 900 ml.
Green Cardamom, 50 g | From Idukki, 8 mm.
Natural Jute Twine, 100 m | Colour: natural. Two plies.
Recycling Bins, Set of 3 | For dry, wet and sanitary waste; made of plastic.
T-Shirt | 55 % organic cotton, 45 % cotton.
Face Cream | Does not contain organic ingredients; suits dry skin.
Umbrella | Polyester canopy, eight ribs; the handle is not recyclable.
Terracotta Jali | For walls; lets in air and natural light.
Game: Save the Planet | A card game for two to six.
Sugar, 5 kg | Crystals of even size, sulphur process.
Clay Oven | Fired clay with a steel stand.
Wood Polish | Contains solvents; keep away from fire.
Baby Comb | Rounded teeth of sheesham wood.
हरी मिर्च का अचार | तीखा, 300 ग्राम।
स्टील का टिफिन | दो डिब्बे, 900 मिली।
Lakdi ka Belan | Sheesham ki lakdi, 14 inch.
Plastic Mug | Neela, ek litre.
Compost Bag | Bag breaks down within 12 weeks in an industrial plant per EN 13432.
Kantha Stole | Old sarees, stitched by hand.
`,
)

export const judgedListings: readonly JudgedListing[] = [
  ...english,
  ...hindi,
  ...transliterated,
  ...mixed,
  ...englishClean,
  ...hindiClean,
  ...transliteratedClean,
  ...unseen,
]
