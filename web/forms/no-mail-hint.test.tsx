import { createRoutesStub } from 'react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoMailHint } from './no-mail-hint.tsx'

function hint(mailboxUrl: string | null): string {
  const Page = createRoutesStub([
    { id: 'root', path: '/', Component: () => <NoMailHint email="asha+1@buyers.test" /> },
  ])
  return renderToStaticMarkup(<Page hydrationData={{ loaderData: { root: { mailboxUrl } } }} />)
}

test('a demo shop leads to the mails of the address that the code was sent to', () => {
  expect(hint('/dev/mailbox')).toContain('href="/dev/mailbox?to=asha%2B1%40buyers.test"')
})

test('a shop whose mails leave says to look into the spam folder, and knows no mailbox', () => {
  expect(hint(null)).toContain('spam folder')
  expect(hint(null)).not.toContain('mailbox')
})
