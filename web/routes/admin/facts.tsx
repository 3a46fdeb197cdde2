import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'

interface FactProps {
  name: string
  /** The name is only for screen readers: the value says what it is. */
  bare?: boolean
  children: ReactNode
}

/** A name with its value, in the cards of sellers and customers. */
export function Fact({ name, bare = false, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className={bare ? 'sr-only' : 'text-sm text-muted'}>{name}</dt>
      <dd dir="auto" className={`min-w-0 font-medium break-words ${bare ? 'text-sm' : 'text-[0.9375rem]'}`}>
        {children}
      </dd>
    </div>
  )
}

/** A link to an e-mail address or a phone number, as tall as a finger needs. */
export function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="-my-2.5 inline-block min-w-0 py-2.5 break-all text-forest underline underline-offset-4"
    >
      {children}
    </a>
  )
}

/** How to reach a seller or customer. The number is called 'Mobile' for sellers and 'Phone' for customers. */
export function ContactFacts({
  email,
  mobile,
  mobileName,
  bare = false,
}: {
  email: string
  mobile: string
  mobileName: string
  bare?: boolean
}) {
  return (
    <>
      <Fact name="Email" bare={bare}>
        <span className="flex items-center">
          <ContactLink href={`mailto:${email}`}>{email}</ContactLink>
          <CopyButton value={email} what="email" />
        </span>
      </Fact>
      <Fact name={mobileName} bare={bare}>
        <ContactLink href={`tel:${mobile}`}>{mobile}</ContactLink>
      </Fact>
    </>
  )
}
