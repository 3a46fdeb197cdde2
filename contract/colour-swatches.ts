/** Colours of the option 'colour' by their names in English, in Hindi, and in Hindi with Latin letters. */
const named: Record<string, string> = {
  '#1d1d1f': 'black kala kaala kali काला काली',
  '#ffffff': 'white safed safaid sufaid सफेद सफ़ेद',
  '#f6efdf': 'ivory cream offwhite off-white',
  '#e8dcc3': 'natural beige undyed ecru',
  '#8a8d91': 'grey gray slate saleti स्लेटी',
  '#c9ccd1': 'silver chandi चांदी',
  '#c8352e': 'red lal laal लाल',
  '#7b1e2b': 'maroon burgundy wine',
  '#ee7f7a': 'coral peach',
  '#f08aae': 'pink gulabi गुलाबी',
  '#b4572e': 'rust terracotta brick',
  '#f08a24': 'orange narangi नारंगी',
  '#f29a1f': 'saffron kesari kesariya केसरिया',
  '#e0aa2b': 'mustard sarson haldi turmeric gold golden sunehra sunehri सुनहरा',
  '#f5d33f': 'yellow peela pila peeli पीला पीली',
  '#3f8f4f': 'green hara hari haraa हरा हरी',
  '#6f7f3a': 'olive mehendi mehndi मेहंदी',
  '#a9c7a0': 'sage mint pista',
  '#1f8a8a': 'teal firozi feroza turquoise फ़िरोज़ी फिरोजी',
  '#8cc4ea': 'sky skyblue aasmani asmani आसमानी',
  '#2f62c4': 'blue neela nila neeli नीला नीली',
  '#1e2f5c': 'navy indigo neel',
  '#7a4fa3': 'purple violet jamuni baingani जामुनी बैंगनी',
  '#b79bd6': 'lavender lilac',
  '#7a4d2c': 'brown bhura bhoora भूरा wood walnut chocolate coffee',
  '#c9a57a': 'tan khaki camel खाकी',
}
const colourOf = new Map(
  Object.entries(named).flatMap(([colour, names]) =>
    names.split(' ').map((name) => [name.normalize('NFC'), colour] as const),
  ),
)

/** The colour of the last word that names one: of 'Dark Green' green. Undefined where none does, or where there are several. */
export function swatchOf(value: string): string | undefined {
  if (/[/&+,]|\band\b/i.test(value)) return undefined
  const words = value
    .toLowerCase()
    .normalize('NFC')
    .split(/[\s()]+/)
  return words.map((word) => colourOf.get(word)).findLast((colour) => colour !== undefined)
}
