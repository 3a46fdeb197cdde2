/** Patterns for `like` and `ilike` out of what people typed: `%` and `_` in it mean themselves. */
const literal = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)

export const containing = (text: string): string => `%${literal(text)}%`
export const beginningWith = (text: string): string => `${literal(text)}%`
