/** Limits of synonyms, attributes, green claims and texts of pictures: apart from the others, which every page loads. */
export const imageTextLength = 160

export const searchWordLimits = {
  /** Pairs of a word of searches and what it stands for, the characters of each, and the words. */
  synonymsMax: 5_000,
  synonymLength: 60,
  synonymWords: 4,
  /** Different searches without results that are noted on one day; those of so many days are shown, and so many. */
  searchMissesADay: 1_000,
  searchMissDays: 3,
  searchMissesShown: 50,
  /** As the column `words` of `search_miss`. */
  searchMissLength: 60,
} as const

export const attributeLimits = {
  /** Attributes, those that one category asks for, values that one allows, and values of one product; triggers (0050) count. */
  attributesMax: 200,
  attributesOfCategoryMax: 15,
  attributeValuesMax: 200,
  productAttributesMax: 40,
  attributeNameLength: 40,
  attributeUnitLength: 20,
  attributeValueLength: 60,
  /** Other words of one value. */
  attributeSynonymsMax: 20,
  attributeNumberMax: 999_999,
} as const

export const greenClaimLimits = {
  /** Green claims of one seller that are not over, and products of one of them; triggers (0031) count both. */
  greenClaimsMax: 500,
  greenClaimProductsMax: 200,
  /** Products that one call attaches to a green claim. */
  greenClaimPicksMax: 200,
  /** Green words of one product that are told and kept, the characters of each, and of a seller's reason to keep them. */
  greenWordsMax: 50,
  greenWordsLength: 100,
  keepReasonLength: 300,
} as const

export const homePageLimits = {
  /** Sections of the home page, slides, hand-picked products of a row, and earlier arrangements that are kept. */
  sectionsMax: 12,
  slidesMax: 8,
  pickedMax: 12,
  earlierMax: 20,
  headingLength: 60,
  textLength: 140,
  altLength: 150,
  linkLength: 200,
} as const
