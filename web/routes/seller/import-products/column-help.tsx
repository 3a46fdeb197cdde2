import {
  type Column,
  familyHelp,
  optionHelp,
  pictureHelp,
  pictureTextHelp,
  productColumns,
  removesValue,
} from '../../../../contract/product-columns.ts'

const columns: [heading: string, needed: boolean, help: string][] = [
  ...Object.values<Column>(productColumns).map(({ heading, needed, help }): [string, boolean, string] => [
    heading,
    needed === true,
    help,
  ]),
  ['Picture 1 to Picture 5', true, pictureHelp],
  ['Picture 1 Text to Picture 5 Text', false, pictureTextHelp],
  ['Family', false, familyHelp],
  ['Option: …', false, optionHelp],
  [
    'Attribute: …',
    false,
    "One of the category's values, or a number. Several values stand with | between them.",
  ],
]

/** What each column means, and the rules of all. */
export function ColumnHelp() {
  return (
    <details className="rounded-card border border-line bg-surface px-4 py-3 sm:px-6">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        What the columns mean
      </summary>
      <ul className="mt-2 list-disc pl-5 text-sm text-muted">
        <li>A row with a Product Id or a known SKU changes that product; every other row adds one.</li>
        <li>
          An empty cell leaves a value as it is. The word {removesValue} removes one that can be left out.
        </li>
        <li>Columns may stand in any order, and those that you do not need can be deleted.</li>
        <li>A row is saved whole or not at all, by the same rules as the form.</li>
      </ul>
      <dl className="mt-4 divide-y divide-line">
        {columns.map(([heading, needed, help]) => (
          <div key={heading} className="gap-4 py-2 text-sm sm:grid sm:grid-cols-[14rem_1fr]">
            <dt className="font-medium">{heading}</dt>
            <dd className="text-muted">
              {needed && 'Needed for a new product. '}
              {help}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
