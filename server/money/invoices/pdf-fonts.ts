/** The fonts of documents, and which of them draws which part of a text. The licence of Noto Sans (OFL) allows embedding. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

export type Weight = 'regular' | 'bold'
type Files = Record<Weight, string>

/** Latin, the rupee sign and Devanagari. */
const base: Files = {
  regular: import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
}
const families = {
  base,
  bengali: {
    regular: import.meta
      .resolve('@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-bengali/700Bold/NotoSansBengali_700Bold.ttf'),
  },
  gujarati: {
    regular: import.meta
      .resolve('@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-gujarati/700Bold/NotoSansGujarati_700Bold.ttf'),
  },
  gurmukhi: {
    regular: import.meta
      .resolve('@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-gurmukhi/700Bold/NotoSansGurmukhi_700Bold.ttf'),
  },
  kannada: {
    regular: import.meta
      .resolve('@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-kannada/700Bold/NotoSansKannada_700Bold.ttf'),
  },
  malayalam: {
    regular: import.meta
      .resolve('@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-malayalam/700Bold/NotoSansMalayalam_700Bold.ttf'),
  },
  oriya: {
    regular: import.meta
      .resolve('@expo-google-fonts/noto-sans-oriya/400Regular/NotoSansOriya_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-oriya/700Bold/NotoSansOriya_700Bold.ttf'),
  },
  tamil: {
    regular: import.meta
      .resolve('@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-tamil/700Bold/NotoSansTamil_700Bold.ttf'),
  },
  telugu: {
    regular: import.meta
      .resolve('@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-telugu/700Bold/NotoSansTelugu_700Bold.ttf'),
  },
} satisfies Record<string, Files>
export type Family = keyof typeof families

const scripts: readonly (readonly [Family, RegExp])[] = [
  ['bengali', /\p{Script=Bengali}/u],
  ['gujarati', /\p{Script=Gujarati}/u],
  ['gurmukhi', /\p{Script=Gurmukhi}/u],
  ['kannada', /\p{Script=Kannada}/u],
  ['malayalam', /\p{Script=Malayalam}/u],
  ['oriya', /\p{Script=Oriya}/u],
  ['tamil', /\p{Script=Tamil}/u],
  ['telugu', /\p{Script=Telugu}/u],
]

/** Reading a font takes longer than drawing a page: each is read once, when a text first needs it. */
const opened = new Map<string, Font>()
export function openFont(family: Family, weight: Weight): Font {
  const name = `${family}-${weight}`
  let font = opened.get(name)
  if (!font) {
    font = create(readFileSync(fileURLToPath(families[family][weight]))) as Font
    placeMarks(font)
    opened.set(name, font)
  }
  return font
}

/**
 * fontkit 2.0.4 throws where a font keeps a mark at the place of its letter (a null anchor). These fonts do so for common words
 * in Gurmukhi, Malayalam and Telugu. In such a word every mark keeps the place that its own shape gives it.
 */
function placeMarks(font: Font): void {
  const layout = font.layout.bind(font)
  font.layout = (text, features, ...rest) => {
    try {
      return layout(text, features, ...rest)
    } catch {
      return layout(text, { mark: false, mkmk: false, abvm: false, blwm: false }, ...rest)
    }
  }
}

/**
 * Joiners and marks of one script's letters, and signs that several scripts of India share: drawn with the letters before them.
 */
const follows = /[\u200c\u200d\p{M}\u0964\u0965]/u
/** Replaces a letter or picture of which no font has a shape, such as Chinese or an emoji. */
const unknown = '\ufffd'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const has = (family: Family, letter: string) => {
  const code = letter.codePointAt(0) ?? 0
  return code === 0x200c || code === 0x200d || openFont(family, 'regular').hasGlyphForCodePoint(code)
}

/** Whether Noto Sans itself has every letter. */
export const isPlain = (words: string): boolean => Array.from(words).every((letter) => has('base', letter))

export interface Run {
  family: Family
  text: string
}

/** The parts of a text that one font can draw, in their order. Each letter without a font is replaced by one sign. */
export function runsOf(words: string): Run[] {
  const runs: Run[] = []
  for (const { segment } of graphemes.segment(words)) {
    const last = runs.at(-1)
    const family = familyOf(segment, last?.family)
    const text = family ? segment : unknown
    const own = family ?? 'base'
    if (last?.family === own) last.text += text
    else runs.push({ family: own, text })
  }
  return runs
}

/** Undefined where no font has all of its letters. */
function familyOf(letter: string, before: Family | undefined): Family | undefined {
  const letters = Array.from(letter)
  const fits = (family: Family) => letters.every((one) => has(family, one))
  if (before && follows.test(letters[0] ?? '') && fits(before)) return before
  const own = scripts.find(([, script]) => script.test(letter))?.[0]
  if (own) return fits(own) ? own : undefined
  return fits('base') ? 'base' : scripts.find(([family]) => fits(family))?.[0]
}
