import { expect } from 'vitest'
import type { Answer, TestClient } from './client.ts'

/** Follows the Link headers from the first page to the last. */
export async function walkPages<Item>(client: TestClient, path: string): Promise<Answer<Item[]>[]> {
  const pages: Answer<Item[]>[] = []
  for (let next: string | undefined = path; next;) {
    const page: Answer<Item[]> = await client.get<Item[]>(next)
    expect(page.status).toBe(200)
    pages.push(page)
    expect(pages.length).toBeLessThan(1_000)
    next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
  }
  return pages
}

export async function itemsOf<Item>(client: TestClient, path: string): Promise<Item[]> {
  return (await walkPages<Item>(client, path)).flatMap((page) => page.body)
}
