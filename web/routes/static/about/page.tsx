/** Who runs the shop, and why (specification §1, §2, §9). */
import { Link, type MetaFunction, useLoaderData } from 'react-router'
import type { ShopFigures } from '../../../../contract/figures.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { useSettings } from '../../../settings.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Figures, loadFigures } from '../figures.tsx'
import { Hero, heroButtons } from '../../../ui/hero.tsx'
import { IconCards } from '../../../ui/icon-cards.tsx'
import { BadgeCheck, Earth, Flower2, Gift, HandHeart, Sprout } from '../../../ui/home-icons.tsx'
import { Baby, Mail, Shirt, ShowerHead, Utensils } from '../../../ui/more-icons.tsx'
import { MailLink } from '../mail-link.tsx'
import { PageSection } from '../page-section.tsx'

export const loader = loadFigures

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'About Us',
    description:
      'Our story, mission and values: an Indian marketplace for eco-friendly products, founded in 2023.',
    path: paths.about,
  })

export default function AboutPage() {
  const { brandName, companyEmailDomain } = useSettings()
  const figures = useLoaderData<ShopFigures>()
  const email = `hello@${companyEmailDomain}`
  return (
    <div className="-mb-16">
      <Hero
        heading={`About ${brandName}`}
        text="The Green Choice of India! We bring people who want to buy better together with the makers who build, sew, press and grow it: plastic-free, cruelty-free and made in India."
      >
        <Link to={paths.home} className={heroButtons.primary}>
          Start Shopping
        </Link>
        <Link to={paths.registerSeller} className={heroButtons.secondary}>
          Join Our Community
        </Link>
      </Hero>
      <div className="border-b border-line bg-surface py-10">
        <div className="page-width">
          <Figures
            label={`${brandName} in figures`}
            figures={[
              [figures.products, 'products'],
              [figures.customers, 'customers'],
              [figures.sellers, 'verified sellers'],
              [figures.cities, 'cities'],
            ]}
          />
        </div>
      </div>

      <PageSection title="Our Story">
        <div className="grid gap-x-14 gap-y-4 text-lg/8 md:grid-cols-2">
          <p>
            {brandName} was founded in 2023 out of a simple frustration: finding a toothbrush, a soap or a
            gift without plastic took an afternoon of searching, and even then you could not be sure. The good
            products existed, made in workshops all over India. They were just hard to find.
          </p>
          <p>
            So we built one place for them. Sellers list what they make, say what it is made of, and pack it
            themselves. Buyers find it, pay safely and follow the parcel. That is still all we do, and we try
            to do it a little better every week.
          </p>
        </div>
      </PageSection>

      <PageSection title="Our Mission" tinted>
        <p className="max-w-3xl text-xl/9 font-medium text-forest sm:text-2xl/10">
          To make the sustainable choice the easy one for every household in India, and to give the people who
          make such products a fair market.
        </p>
      </PageSection>

      <PageSection title="Our Values">
        <IconCards across={4} points={values} />
      </PageSection>

      <PageSection title="What We Offer" intro="Everyday things, and things to give away." tinted>
        <IconCards points={offers} />
      </PageSection>

      <PageSection title="Our Journey">
        <ol className="ml-3 max-w-3xl border-l-2 border-leaf-soft">
          {journeyOf(figures).map(({ year, title, text }) => (
            <li key={year} className="relative pb-9 pl-8 last:pb-0">
              <span
                aria-hidden="true"
                className="absolute top-1.5 -left-[11px] size-5 rounded-full border-4 border-leaf-soft bg-forest"
              />
              <p className="font-bold text-leaf">{year}</p>
              <h3 className="mt-0.5 text-lg font-semibold">{title}</h3>
              <p className="mt-1 leading-7 text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </PageSection>

      <section aria-labelledby="join" className="bg-leaf-soft py-14 sm:py-18">
        <div className="page-width text-center">
          <h2 id="join" className="text-2xl font-bold tracking-tight sm:text-3xl">
            Ready for a greener home?
          </h2>
          <p className="mx-auto mt-3 max-w-xl text-lg/7 text-muted">
            Look around, or sell what you make. And write to us: we read every email.
          </p>
          <div className="mt-6 flex flex-wrap justify-center gap-3">
            <Link to={paths.home} className={buttonClass('primary', 'px-6')}>
              Explore Products
            </Link>
            <MailLink to={email} className={buttonClass('secondary', 'max-w-full px-6')}>
              <Mail aria-hidden="true" className="size-5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{email}</span>
            </MailLink>
          </div>
        </div>
      </section>
    </div>
  )
}

const values = [
  {
    icon: Sprout,
    title: 'Sustainability First',
    text: 'Materials that grow again or are used again, and packaging without plastic.',
  },
  {
    icon: BadgeCheck,
    title: 'Quality Assurance',
    text: 'Sellers with a name and an address, honest descriptions, and the right to send back what does not match them.',
  },
  {
    icon: HandHeart,
    title: 'Community Care',
    text: 'Fair terms for small makers, and support that answers within a day.',
  },
  {
    icon: Earth,
    title: 'Global Impact',
    text: 'Each replaced throwaway product is small. Thousands of households doing it are not.',
  },
]

const offers = [
  { icon: ShowerHead, title: 'Bath, hair and face', text: 'Soaps, oils, combs and brushes without plastic.' },
  {
    icon: Utensils,
    title: 'Kitchen and cleaning',
    text: 'Bamboo, coir, steel and clay instead of throwaways.',
  },
  { icon: Shirt, title: 'Bags and fashion', text: 'Cotton, jute and upcycled cloth.' },
  { icon: Baby, title: 'Baby, kids and pets', text: 'Wooden toys and gentle care.' },
  { icon: Flower2, title: 'Garden and decor', text: 'Seeds, planters and things woven by hand.' },
  { icon: Gift, title: 'Gifts and stationery', text: 'Eco-friendly gifts, seed paper and festive sets.' },
]

const journeyOf = ({ products, customers, sellers, cities }: ShopFigures) => [
  {
    year: '2023',
    title: 'The beginning',
    text: 'The company is founded. The first makers put their products into one common shop.',
  },
  {
    year: '2024',
    title: 'The marketplace grows',
    text: 'Sellers register by themselves, list their products and manage their orders. The range grows from bath and kitchen to the whole home.',
  },
  {
    year: '2025',
    title: 'All over India',
    text:
      products && customers && sellers && cities
        ? `${products} products, ${sellers} verified sellers and ${customers} customers, in ${cities} cities.`
        : 'Sellers from many states offer what they make, and parcels go all over the country.',
  },
]
