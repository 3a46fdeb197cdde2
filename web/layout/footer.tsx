import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { useSettings } from '../settings.ts'
import { OutsideLink } from './outside-link.tsx'
import { SocialLinks } from './social-links.tsx'

const place = 'inline-flex min-h-11 items-center sm:min-h-9'
const pressable = 'text-white/90 underline-offset-4 hover:text-white hover:underline'

export function Footer() {
  const { brandName, outsideLinks, legal } = useSettings()
  return (
    <footer className="bg-forest-deep text-white [&_:focus-visible]:outline-white">
      <div className="page-width grid grid-cols-2 gap-x-6 gap-y-8 py-12 lg:grid-cols-[1.6fr_1fr_1fr_1fr_1.2fr]">
        <div className="col-span-full max-w-xs lg:col-span-1">
          <p className="text-xl font-bold tracking-tight">{brandName}</p>
          <p className="mt-2 mb-4 text-sm/6 text-white/85">The Green Choice of India!</p>
          <SocialLinks addresses={outsideLinks} />
        </div>
        <Column title="Sell & partner">
          <FooterLink path={paths.registerSeller}>Register as a Seller</FooterLink>
          <FormLink href={outsideLinks.bulkForm}>Bulk &amp; Corporate Req</FormLink>
          <FormLink href={outsideLinks.affiliateForm}>Affiliate Program</FormLink>
        </Column>
        <Column title="Help">
          <FooterLink path={paths.faqs}>FAQs</FooterLink>
          <FooterLink path={paths.contact}>Contact Us</FooterLink>
          <FooterLink path={paths.support}>Get Customer Support</FooterLink>
          <FooterLink path={paths.help}>Help</FooterLink>
          <FooterLink path={paths.newComplaint}>Complaints</FooterLink>
          {legal && <li className="text-white/85">Grievance Officer: {legal.grievanceOfficer}</li>}
        </Column>
        <Column title="Company">
          <FooterLink path={paths.about}>About Us</FooterLink>
          <FooterLink path={paths.careers}>Careers</FooterLink>
        </Column>
        <Column title="Policies">
          <FooterLink path={paths.shippingPolicy}>Shipping Policy</FooterLink>
          <FooterLink path={paths.privacyPolicy}>Privacy Policy</FooterLink>
          <FooterLink path={paths.privacyNotice}>Privacy Notice</FooterLink>
          <FooterLink path={paths.returnPolicy}>Return &amp; Refund Policy</FooterLink>
          <FooterLink path={paths.claimChecks}>How We Check Claims</FooterLink>
          <FooterLink path={paths.terms}>Terms and Conditions</FooterLink>
        </Column>
      </div>
      <div className="border-t border-white/15">
        <p className="page-width py-5 text-center text-sm text-white/85">{`© 2024 ${brandName}. All rights reserved.`}</p>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <p className="mb-1.5 text-sm font-bold">{title}</p>
      <ul className="text-sm">{children}</ul>
    </nav>
  )
}

function FooterLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <li>
      <Link to={path} className={`${place} ${pressable}`}>
        {children}
      </Link>
    </li>
  )
}

function FormLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    <li>
      <OutsideLink href={href} className={place} active={pressable}>
        {children}
      </OutsideLink>
    </li>
  )
}
