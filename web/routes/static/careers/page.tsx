/** Working for the company (specification §1, §2, §9). */
import { type MetaFunction, useLoaderData } from 'react-router'
import type { ShopFigures } from '../../../../contract/figures.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { useSettings } from '../../../settings.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Figures, loadFigures } from '../figures.tsx'
import { Hero, heroButtons } from '../../../ui/hero.tsx'
import { IconCards } from '../../../ui/icon-cards.tsx'
import { Leaf } from '../../../ui/icons.tsx'
import { Sprout } from '../../../ui/home-icons.tsx'
import { Clock, GraduationCap, HeartPulse, Mail, Trees, TrendingUp, Users } from '../../../ui/more-icons.tsx'
import { MailLink } from '../mail-link.tsx'
import { PageSection } from '../page-section.tsx'
import { Steps } from '../steps.tsx'

export const loader = loadFigures

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Careers',
    description:
      'Work with us on making sustainable shopping easy in India: benefits, life at the company and how to apply.',
    path: paths.careers,
  })

export default function CareersPage() {
  const { brandName, companyEmailDomain } = useSettings()
  const figures = useLoaderData<ShopFigures>()
  const email = `careers@${companyEmailDomain}`
  const application = `Application at ${brandName}`
  return (
    <div className="-mb-16">
      <Hero
        heading={`Careers at ${brandName}`}
        text="Help us make the sustainable choice the easy one for every household in India."
      >
        <MailLink to={email} subject={application} className={heroButtons.primary}>
          Send Your Resume
        </MailLink>
        <MailLink
          to={email}
          subject={`Question about working at ${brandName}`}
          className={heroButtons.secondary}
        >
          Ask a Question
        </MailLink>
      </Hero>
      <div className="border-b border-line bg-surface py-10">
        <div className="page-width">
          <Figures
            label={`Working at ${brandName} in figures`}
            figures={[
              [figures.employeeSatisfaction, 'employee satisfaction'],
              [figures.yearsOfGrowth, 'years of growth'],
              ['2023', 'founded'],
            ]}
          />
        </div>
      </div>

      <PageSection title={`Why work with ${brandName}?`}>
        <IconCards points={reasonsOf(figures)} />
      </PageSection>

      <PageSection title="Benefits" tinted>
        <IconCards across={4} points={benefits} />
      </PageSection>

      <PageSection title={`Life at ${brandName}`}>
        <div className="grid gap-x-14 gap-y-4 text-lg/8 md:grid-cols-2">
          <p>
            We are a small team, so everybody sees the whole shop: the people who write to support, the
            sellers who pack the parcels, and the code in between. Work is planned in the open, meetings are
            short, and a good reason beats a title.
          </p>
          <p>
            We try our sellers' products ourselves and talk with the makers. And we keep our hours: support
            closes at 6 PM and on Sundays, and so do we.
          </p>
        </div>
      </PageSection>

      <PageSection title="How to Apply" tinted>
        <Steps steps={stepsFor(email)} />
      </PageSection>

      <PageSection title="Tips for your application">
        <ul className="grid max-w-3xl gap-3 text-lg/8">
          {tips.map((tip) => (
            <li key={tip} className="flex gap-3">
              <Leaf aria-hidden="true" className="mt-1.5 size-5 shrink-0 text-leaf" />
              {tip}
            </li>
          ))}
        </ul>
      </PageSection>

      <Apply email={email} brandName={brandName} />
    </div>
  )
}

function Apply({ email, brandName }: { email: string; brandName: string }) {
  return (
    <section aria-labelledby="apply" className="bg-leaf-soft py-14 sm:py-18">
      <div className="page-width text-center">
        <h2 id="apply" className="text-2xl font-bold tracking-tight sm:text-3xl">
          We would like to hear from you
        </h2>
        <p className="mx-auto mt-3 max-w-xl text-lg/7 text-muted">
          No role that fits? Write anyway, and tell us what you would do here.
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <MailLink
            to={email}
            subject={`Application at ${brandName}`}
            className={buttonClass('primary', 'px-6')}
          >
            <Mail aria-hidden="true" className="size-5" />
            Apply by email
          </MailLink>
          <MailLink
            to={email}
            subject={`Internship at ${brandName}`}
            className={buttonClass('secondary', 'px-6')}
          >
            Ask about an internship
          </MailLink>
        </div>
        <p className="mt-5 text-muted">
          <MailLink
            to={email}
            className="inline-flex min-h-11 items-center font-medium wrap-anywhere text-forest underline underline-offset-4"
          />
        </p>
      </div>
    </section>
  )
}

const stepsFor = (email: string) => [
  {
    title: 'Send your resume by email',
    text: `Write to ${email} and say in a few lines what you would like to do.`,
  },
  {
    title: 'Initial review',
    text: 'We read every application and tell you whether we go on together.',
  },
  { title: 'Interviews', text: 'You meet the people you would work with, and ask them anything.' },
  {
    title: 'Welcome aboard',
    text: 'We agree on the terms, and your first day is planned with you.',
  },
]

const reasonsOf = ({ employeeSatisfaction, yearsOfGrowth }: ShopFigures) => [
  {
    icon: Sprout,
    title: 'Work that matters',
    text: 'Every improvement makes it easier to buy without plastic, and easier for makers to earn a living.',
  },
  {
    icon: TrendingUp,
    title: 'Growth',
    text: `${yearsOfGrowth ? `${yearsOfGrowth} years of growth, and a` : 'A'} team in which your area grows with you.`,
  },
  {
    icon: Users,
    title: 'Good company',
    text: `${employeeSatisfaction ? `${employeeSatisfaction} employee satisfaction: people` : 'People'} who help each other and say what they think.`,
  },
]

const benefits = [
  {
    icon: Clock,
    title: 'Flexible hours',
    text: 'Results count. How you divide your day is yours to arrange.',
  },
  {
    icon: HeartPulse,
    title: 'Time to rest',
    text: 'Sundays and public holidays are free, and sick days are for getting well.',
  },
  {
    icon: GraduationCap,
    title: 'Learning',
    text: 'Time for courses and books, and colleagues who like to explain.',
  },
  { icon: Trees, title: 'Green perks', text: 'You try what our sellers make before anybody else does.' },
]

const tips = [
  'Keep the resume to two pages, and put the work that you are proud of first.',
  'Write in your own words why you want to do this, and why here.',
  'Link to what can be looked at: code, designs, texts, a shop you ran.',
  'Name the role in the subject of your email, and when you could start.',
]
