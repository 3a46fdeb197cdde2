/** The banner with the three value cards (specification §1). */
import { type IconComponent } from '../../../ui/icons.tsx'
import { Earth, Gift, Rabbit } from '../../../ui/home-icons.tsx'

const values: readonly { icon: IconComponent; title: string; text: string }[] = [
  {
    icon: Gift,
    title: 'Ethical and sustainable',
    text: 'An ethical sustainable brand with eco-friendly gifts.',
  },
  {
    icon: Rabbit,
    title: 'Cruelty free, plastic free',
    text: 'Cruelty free and plastic free, ethically made in India.',
  },
  { icon: Earth, title: 'Climate commitment', text: 'A climate commitment to reduce the carbon footprint.' },
]

export function ValueBanner() {
  return (
    <section aria-labelledby="values" className="page-width mt-14 sm:mt-16">
      <div className="rounded-3xl bg-forest-deep px-5 py-10 text-white sm:px-10 sm:py-14">
        <h2 id="values" className="text-center text-2xl font-bold tracking-tight sm:text-3xl">
          Shop Only Sustainable Products
        </h2>
        <ul className="mt-8 grid grid-cols-1 gap-4 sm:mt-10 md:grid-cols-3 md:gap-6">
          {values.map(({ icon: Icon, title, text }) => (
            <li
              key={title}
              className="flex flex-col items-center rounded-card bg-surface px-6 py-8 text-center text-ink"
            >
              <span className="flex size-16 items-center justify-center rounded-full bg-leaf-soft text-forest">
                <Icon aria-hidden="true" className="size-8" />
              </span>
              <h3 className="mt-4 text-lg font-semibold">{title}</h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
