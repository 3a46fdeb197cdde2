/** Finds the questions and answers that contain all typed words, in any case; without words all of them. */
export interface Item {
  question: string
  answer: string
}

export function findItems<T extends Item>(items: readonly T[], typed: string): readonly T[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter(({ question, answer }) => {
    const text = `${question} ${answer}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
