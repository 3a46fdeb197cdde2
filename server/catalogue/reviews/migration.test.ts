/** Photos of reviews of an older version (schema/…-catalogue-trust.sql): each goes with its review, or is public no longer. */
// @module-tag nightly: A released migration, which never changes. reviews.test.ts proves what reviews do each time.
import { expect, test } from 'vitest'
import { withOlderDatabase } from '../../../tests/setup/older-database.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const list = (...keys: string[]) => `{${keys.map((key) => `/media/p/${key}/480.webp`).join(',')}}`
const review = (n: number, removed: boolean, ...keys: string[]) => `
  insert into review (id, product_id, seller_id, stars, words, image_urls, removed_at, removed_for)
    values ('${id(n)}', '${id(3)}', '${id(2)}', 4, '', '${list(...keys)}', ${removed ? "now(), 'abusive'" : 'null, null'});`
const rows = `
  insert into picture (key, used_at)
    select key, now() from unnest('{one,two,removed,edited,kept,product,ordered,other}'::text[]) as key;
  insert into product (id, seller_id, name, description, details, images, price_paise, height_cm, length_cm, width_cm, weight_grams,
    units, search, search_text, deleted_at)
    values ('${id(3)}', '${id(2)}', 'Comb', '', '', '${list('product')}', 100, 1, 2, 3, 10, 5, '', '', now());
  insert into checkout_line values ('${id(4)}', 1, '${id(3)}', '${id(2)}', 'Comb', '/media/p/ordered/480.webp', 100, 1);
  ${review(11, false, 'one', 'two', 'product')}
  ${review(12, false, 'two', 'kept')}
  ${review(13, true, 'removed', 'ordered', 'kept')}
  insert into review_edit values ('${id(12)}', 1, 4, '', '${list('edited', 'one')}', now());`

test('a photo that one review shows goes with it; what only removed reviews and earlier words name is released', () =>
  withOlderDatabase('catalogue-trust', rows, async (db) => {
    const { rows: photos } = await db.execute('select key, review_id from review_photo order by key')
    expect(photos).toEqual([
      { key: 'kept', review_id: id(12) },
      { key: 'one', review_id: id(11) },
    ])
    const { rows: released } = await db.execute('select key from picture where used_at is null order by key')
    expect(released).toEqual([{ key: 'edited' }, { key: 'removed' }])
  }))
