/**
 * Green words: what in a listing's texts sounds good for the environment or for animals and needs a proof, by kind of claim, in
 * English, in Hindi and in Hindi written with Latin letters. Words that buyers can check themselves, such as 'reusable' or
 * 'handmade', are none. How well the list finds them is measured on listings that a person has judged (bench/green-words.ts).
 */
import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import type { WordingCode } from '../../../contract/green-claim-list.ts'

interface Kind {
  /** Why the words need a proof, for the seller. */
  why: string
  /** Wordings of the register of which one settles the words. A claim in free wording that has the words settles them, too. */
  provedBy: readonly WordingCode[]
  /** What a seller can say without a proof, ready to stand in the place of the words. */
  instead: readonly string[]
  insteadInHindi?: readonly string[]
  /** Words in Latin letters. */
  latin: RegExp
  /** Words in Devanagari. */
  hindi: RegExp
}

export const kinds = {
  'good-for-nature': {
    why: 'It says that the product is good for nature as a whole. Say what exactly is better, and by how much.',
    provedBy: ['ecomark'],
    instead: ['reusable', 'washable'],
    insteadInHindi: ['दोबारा इस्तेमाल होने वाला', 'धोने लायक'],
    latin:
      /\b(?:e[ck]o(?:logical)?(?:[ -]?friendly|[ -]conscious|[ -]safe|[ -]responsible)?(?![ -]?(?:mark|mode)\b)|(?:earth|planet|nature|ocean|climate|reef)[ -]?(?:friendly|safe|conscious|positive)|environment(?:al(?:ly)?)?[ -](?:friendly|safe|responsible|conscious|sound)|(?:good|kind|kinder|gentle|safe|better|harmless|friendly) (?:for|to|on|towards) (?:(?:the|our|mother) )?(?:planet|earth|environment|nature|oceans?)|(?:saves?|saving|protects?|protecting) (?:(?:the|our|mother) )?(?:planet|earth|environment|nature|oceans?)|without harm(?:ing)? (?:to )?(?:(?:the|our) )?(?:planet|earth|environment|nature|oceans?)|sustainab(?:le|ly|ility)|ethical(?:ly)?|guilt[ -]free|green(?:er|est)|green (?:choice|alternative|option|product|living|lifestyle|packaging|cleaning)s?|go(?:es|ing)? green|clean beauty|paryavaran (?:ke )?(?:anuku?l|anukool|hitaishi|mitra)|prakriti (?:ke )?(?:anukul|anukool|hitaishi))\b/giu,
    hindi:
      /(?<![\p{L}\p{M}])(?:पर्यावरण(?:[ -]के)?[ -](?:अनुकूल|हितैषी|मित्र)|पर्यावरणानुकूल|प्रकृति(?:[ -]के)?[ -](?:अनुकूल|हितैषी)|[इई]को[ -]?फ़?्रेंडली|सस्टेनेबल)(?![\p{L}\p{M}])/gu,
  },
  climate: {
    why: 'It says something about emissions or waste as a whole. That takes a calculation that somebody else has checked.',
    provedBy: [],
    instead: ['made to last'],
    latin:
      /\b(?:carbon[ -]?(?:neutral|negative|positive|free)|climate[ -](?:neutral|positive)|low[ -]carbon|carbon footprint|net[ -]?zero|zero[ -]?(?:waste|emissions?|carbon))\b/giu,
    hindi:
      /(?<![\p{L}\p{M}])(?:कार्बन[ -](?:न्यूट्रल|मुक्त)|(?:ज़?ीरो|शून्य)[ -](?:वेस्ट|अपशिष्ट|कचरा|कार्बन))(?![\p{L}\p{M}])/gu,
  },
  natural: {
    why: 'Natural alone says nothing that can be checked. Name the material or the ingredients.',
    provedBy: [],
    instead: ['plant-based', 'undyed'],
    insteadInHindi: ['पौधों से बना'],
    latin:
      /\b(?:all[ -])?(?:natural(?:ly (?:made|derived|sourced|grown|pure))?|prakritik|prakrutik|[kq]udrati|naisargik)\b/giu,
    hindi: /(?<![\p{L}\p{M}])(?:प्राकृतिक|क़?ुदरती|नैसर्गिक|नेचुरल)(?![\p{L}\p{M}])/gu,
  },
  'natural-dye': {
    why: 'Buyers cannot see what a dye is made of.',
    provedBy: ['natural-dye'],
    instead: ['dyes', 'dyed'],
    insteadInHindi: ['हाथ से रंगा हुआ'],
    latin:
      /\b(?:natural(?:ly)?[ -](?:dye[ds]?|dyeing|indigo|pigments?)|(?:plant|vegetable|herbal|eco)[ -]dye[ds]?|prakritik rang(?:on)?)\b/giu,
    hindi: /(?<![\p{L}\p{M}])(?:प्राकृतिक|कुदरती|वनस्पति) रंग(?:ों|ाई)?(?![\p{L}\p{M}])/gu,
  },
  'chemical-free': {
    why: 'Everything consists of chemicals. Name what is not in it.',
    provedBy: [],
    instead: ['without added fragrance', 'without parabens'],
    insteadInHindi: ['बिना अलग से डाली खुशबू'],
    latin:
      /\b(?:(?:chemicals?|kemikal|toxins?)[ -]?(?:free|mukt|rahit)|(?:free (?:of|from)(?: (?:all|any|harsh|harmful))?|without(?: (?:any|harsh|harmful))?|no|zero|bina(?: kisi)?)(?: (?:harsh|harmful|toxic))? (?:chemicals?|kemikal|toxins?|rasayan)|non[ -]?toxic|rasayan[ -]?(?:mukt|rahit)|vish[ -]?mukt)\b/giu,
    hindi:
      /(?<![\p{L}\p{M}])(?:(?:केमिकल|कैमिकल|रसायन|विष|टॉक्सिन)[ -]?(?:फ़?्री|मुक्त|रहित)|बिना (?:किसी )?(?:केमिकल|कैमिकल|रसायन(?:ों)?)(?: के)?|नॉन[ -]?टॉक्सिक)(?![\p{L}\p{M}])/gu,
  },
  'plastic-free-packaging': {
    why: 'It has to be true of box, filling, tape, label and window.',
    provedBy: ['plastic-free-packaging'],
    instead: ['a paper box'],
    insteadInHindi: ['काग़ज़ के डिब्बे में'],
    latin:
      /\b(?:(?:plastic[ -]?(?:free|mukt|rahit)|zero[ -]plastic|no[ -]plastic|bina plastic (?:ki|ke)) (?:packaging|packing|pack|wrapping|mailers?)|packaging (?:is )?(?:plastic[ -]?free|without plastic|free of plastic))\b/giu,
    hindi: /(?<![\p{L}\p{M}])प्लास्टिक[ -]?(?:फ्री|मुक्त|रहित) (?:पैकिंग|पैकेजिंग|पैकेट)(?![\p{L}\p{M}])/gu,
  },
  'plastic-free': {
    why: 'It has to be true of linings, coatings, bristles, threads and glue, too.',
    provedBy: ['plastic-free'],
    instead: [],
    latin:
      /\b(?:plastic[ -]?(?:free|mukt|rahit)|free (?:of|from)(?: (?:all|any))? plastics?|(?:zero|0 ?%|bina|without(?: any)?) plastic|no plastic(?! (?:bag|lid|cap|part|cover)))\b/giu,
    hindi: /(?<![\p{L}\p{M}])(?:प्लास्टिक[ -]?(?:फ्री|मुक्त|रहित)|बिना प्लास्टिक)(?![\p{L}\p{M}])/gu,
  },
  compostable: {
    why: 'How long it takes and under which conditions decides whether it is true.',
    provedBy: ['compostable'],
    instead: ['made of plant fibre'],
    insteadInHindi: ['पौधों के रेशों से बना'],
    latin:
      /\b(?:(?:home[ -])?compost[ai]ble|(?:oxo[ -])?bio[ -]?degrad[ae]?e?able|(?:photo|oxo)[ -]?degradable|(?:breaks? down|decomposes?|degrades?) (?:naturally|completely|fully)|returns? to (?:the )?(?:earth|soil|nature)|mitti (?:mein|me|main) mil ja[at]{1,2}[iae]|khad ban ja[at]{1,2}[iae])\b/giu,
    hindi:
      /(?<![\p{L}\p{M}])(?:बायो[ -]?डिग्रेडे?बल|जैव[ -]?(?:अपघटनीय|निम्नीकरणीय|विघटनशील)|क[ंम]्?पोस्टे?बल|मिट्टी में मिल जात[ाीे]|खाद बन जात[ाीे])(?![\p{L}\p{M}])/gu,
  },
  recyclable: {
    why: 'It has to be collected and recycled in India today, as one material.',
    provedBy: ['recyclable'],
    instead: ['of one material'],
    latin: /\brecycl(?:able|eable)\b/giu,
    hindi: /(?<![\p{L}\p{M}])(?:पुनर्चक्रण योग्य|पुनर्चक्रणीय|रिसाइक्लेबल)(?![\p{L}\p{M}])/gu,
  },
  recycled: {
    why: 'Say how much of which part: recycled paper, 60 % of the sheets.',
    provedBy: ['recycled-material'],
    instead: [],
    latin: /\b(?:recycled|upcycled)\b/giu,
    hindi: /(?<![\p{L}\p{M}])(?:रिसाइकिल(?:्?ड)?|पुनर्चक्रित|अपसाइकिल्ड)(?![\p{L}\p{M}])/gu,
  },
  'organic-cotton': {
    why: 'Organic cotton is grown to a standard and traced from field to fabric by a certificate.',
    provedBy: ['organic-cotton'],
    instead: ['cotton'],
    insteadInHindi: ['सूती'],
    latin:
      /\b(?:gots(?:[ -]certified)?(?: organic)? cotton|organic(?:ally grown)? cotton|jaivik (?:kapas|suti))\b/giu,
    hindi: /(?<![\p{L}\p{M}])(?:जैविक|ऑर्गेनिक|ऑर्गैनिक) (?:कपास|सूत|सूती|कॉटन)(?![\p{L}\p{M}])/gu,
  },
  organic: {
    why: 'Organic is what a certificate of an organic standard says, and the law protects the word for food.',
    provedBy: ['organic-ingredients', 'organic-cotton'],
    instead: [],
    latin: /\b(?:organic(?:ally)?|organik|jaivik|jaiwik)\b/giu,
    hindi: /(?<![\p{L}\p{M}])(?:जैविक|ऑर्गेनिक|ऑर्गैनिक|आर्गेनिक)(?![\p{L}\p{M}])/gu,
  },
  animals: {
    why: 'It is about everybody in the chain: who made the ingredients, and how they were tested.',
    provedBy: ['cruelty-free'],
    instead: [],
    latin:
      /\b(?:cruelty[ -]?free|(?:not|never) tested on animals|no animal testing|without animal testing|vegan|peace silk|ahimsa silk|krurta[ -]?(?:mukt|rahit))\b/giu,
    hindi:
      /(?<![\p{L}\p{M}])(?:क्रूरता[ -]?(?:मुक्त|रहित)|क्रुएल्टी[ -]?फ्री|वीगन|अहिंसा सिल्क|(?:जानवरों|पशुओं) पर (?:टेस्ट|परीक्षण) नहीं)(?![\p{L}\p{M}])/gu,
  },
  'certified-wood': {
    why: 'FSC is a mark that only holders of a licence may use.',
    provedBy: ['fsc-wood'],
    instead: [],
    latin: /\bfsc(?:[ -]certified)?\b/giu,
    hindi: /(?<![\p{L}\p{M}])एफ़?एससी(?![\p{L}\p{M}])/gu,
  },
  ecomark: {
    why: 'Ecomark is a mark that only holders of a licence may use.',
    provedBy: ['ecomark'],
    instead: [],
    latin: /\beco[ -]?mark\b/giu,
    hindi: /(?<![\p{L}\p{M}])[इई]को[ -]?मार्क(?![\p{L}\p{M}])/gu,
  },
} as const satisfies Record<string, Kind>
export type GreenKind = keyof typeof kinds

/** Names that contain green words and claim nothing. */
const names = [
  /\bnatural (?:colou?rs?|shades?|tones?|white|beige|brown|finish|light|daylight|(?:wood )?grain|history|histories|fib(?:re|er)s?|rubber|latex|stones?|habitat|sciences?|selection|dye plants|look|hair|nails|skin|teeth|gas)\b/giu,
  /\b(?:colou?r|shade|finish) ?: ?natural\b/giu,
  /\borganic (?:chemistry|shapes?|forms?|curves?|lines|patterns?|waste|compounds?)\b/giu,
  /\bvegan (?:recipes?|cookbook|cooking|kitchen|diet|meals?)\b/giu,
  /\bsustainab(?:le development|le city|ility report)\b/giu,
  /\bgreener (?:shade|tone)\b/giu,
  /प्राकृतिक (?:इतिहास|सफ़?ेद|विज्ञान|रबर)/gu,
  /जैविक (?:खाद|विज्ञान|कचरा)/gu,
  /\bprakritik (?:itihas|safed|vigyan)\b/giu,
]
/** In the name of a product a title, to its first comma: 'Book: A Natural History of the Deccan'. */
const titles = [
  /\b(?:book|cookbook|songbook|puzzle|game|kitab)(?:: ?| ?['‘“"])[^.,;:\n।]{0,80}/giu,
  /(?:किताब|खेल|पहेली) ?: ?[^.,;:\n।]{0,80}/gu,
]

/** In front of the words, to the end of what stands there. */
const denied =
  /\b(?:not|isn['’]t|aren['’]t|never|neither|nor|no) (?:(?:a|an|yet|made|of|from|fully|completely|entirely|truly|really|100 ?%) ){0,3}$/iu
const sharedBefore =
  /(?<![\d.,])\d{1,2}(?:[.,]\d{1,2})? ?(?:%|percent|per cent|प्रतिशत|pratishat) (?:[\p{L}\p{M}-]{1,20} )?$/iu
/** What makes the words absolute belongs to them. */
const absolute =
  /(?:(?:100|१००) ?(?:%|percent|per cent|प्रतिशत|pratishat)|\b(?:completely|fully|totally|entirely|purely|pure and|pure|naturally|bilkul|shuddh)|(?<![\p{L}\p{M}])(?:शुद्ध|बिल्कुल|पूरी तरह)) ?$/iu
/** Behind the words, from their end. */
const deniedAfter = /^ (?:nahi|nahin)\b|^ नहीं/iu
const sharedAfter = /^ ?(?:[\p{L}\p{M}-]{1,20} ){0,2}?[(:] ?\d{1,2} ?%/u
const underConditions =
  /\b(?:within|in|after) \d{1,3} (?:days|weeks|months)\b|\b(?:IS|ISO|EN|ASTM)(?: |\/ISO |-)?[A-Z]?\d{3,5}\b|\d{1,3} (?:दिन|हफ़?्ते|महीने|din|hafte|mahine)/u

/** Other patterns have another one, so that listings are read again with them (read-again.ts). */
export const patternsMark: number = createHash('sha256')
  .update(
    inspect(
      [kinds, names, titles, denied, sharedBefore, absolute, deniedAfter, sharedAfter, underConditions],
      { depth: null, maxArrayLength: null, maxStringLength: null },
    ),
  )
  .digest()
  .readInt32BE()

export interface FoundWords {
  kind: GreenKind
  /** As they are written. */
  words: string
  /** Where they begin. */
  start: number
}

/** The green words of a text in its order. The time is proportional to the length of the text. */
export function findGreenWords(text: string, isName = false): FoundWords[] {
  const { plain, places } = inPlainSigns(text)
  const named = [...names, ...(isName ? titles : [])].flatMap((pattern) =>
    [...plain.matchAll(pattern)].map(spanOf),
  )
  const hits = (Object.keys(kinds) as GreenKind[])
    .flatMap((kind) =>
      [kinds[kind].latin, kinds[kind].hindi].flatMap((pattern) =>
        [...plain.matchAll(pattern)].map((match) => ({ kind, ...spanOf(match) })),
      ),
    )
    .filter((hit) => !named.some((name) => name.start < hit.end && hit.start < name.end))
    .filter((hit) => !isQualified(plain, hit))
    .map((hit) => ({
      ...hit,
      start: hit.start - lengthOf(absolute, plain.slice(Math.max(0, hit.start - 20), hit.start)),
    }))
    // The longest of those that begin at the same place: 'natural dye' and not 'natural'.
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
  let end = 0
  return hits.flatMap((hit) => {
    if (hit.start < end) return []
    end = hit.end
    const [start = 0, last = 0] = [places[hit.start], places[hit.end - 1]]
    return [{ kind: hit.kind, words: text.slice(start, last + 1), start }]
  })
}

interface Span {
  start: number
  end: number
}

const spanOf = (match: RegExpMatchArray): Span => ({
  start: match.index ?? 0,
  end: (match.index ?? 0) + match[0].length,
})

const lengthOf = (pattern: RegExp, text: string): number => pattern.exec(text)?.[0].length ?? 0

/** All dashes as one, all blanks in a line as spaces, and without what nobody sees; with the place of each sign in the text. */
function inPlainSigns(text: string): { plain: string; places: number[] } {
  const places: number[] = []
  let plain = ''
  let place = 0
  for (const sign of text) {
    if (!/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(sign)) {
      plain += sign
      for (let unit = 0; unit < sign.length; unit += 1) places.push(place + unit)
    }
    place += sign.length
  }
  plain = plain.replace(/[\u2010-\u2015]/g, '-').replace(/[\t\u00A0\u2000-\u200A\u202F]/g, ' ')
  return { plain, places }
}

/** Looks at the rest of the sentence only. */
function isQualified(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 60), start)
  const after = text.slice(end, end + 80).split(/[.!?;।\n](?: |$)/, 1)[0] ?? ''
  return (
    denied.test(before) ||
    sharedBefore.test(before) ||
    deniedAfter.test(after) ||
    sharedAfter.test(after) ||
    underConditions.test(after)
  )
}
