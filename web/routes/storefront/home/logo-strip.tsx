/** The scrolling strip 'Why {brand}?' (specification §1, §9: 20 s, linear, endless). */
import { useSettings } from '../../../settings.ts'
import { type IconComponent, Leaf } from '../../../ui/icons.tsx'
import {
  BadgeCheck,
  Flower2,
  HandHeart,
  IndianRupee,
  Pause,
  Play,
  Rabbit,
  Recycle,
  ShieldCheck,
  Sprout,
} from '../../../ui/home-icons.tsx'

const reasons: readonly { icon: IconComponent; words: string }[] = [
  { icon: Leaf, words: 'Plastic-free' },
  { icon: Rabbit, words: 'Cruelty-free' },
  { icon: IndianRupee, words: 'Made in India' },
  { icon: Recycle, words: 'Sustainable products' },
  { icon: HandHeart, words: 'Ethically made' },
  { icon: Sprout, words: 'Climate commitment' },
  { icon: ShieldCheck, words: 'Every seller named' },
  { icon: BadgeCheck, words: 'Quality assured' },
  { icon: Flower2, words: 'Eco-friendly gifts' },
]

export function LogoStrip() {
  const { brandName } = useSettings()
  return (
    <section aria-labelledby="why" className="why mt-16 bg-dew py-10 sm:mt-20 sm:py-12">
      {/* A checkbox, so that the strip can be paused without scripts. */}
      <div className="group/strip">
        <div className="page-width mb-6 flex items-center justify-center gap-2">
          <h2 id="why" className="text-center text-2xl font-bold tracking-tight sm:text-3xl">
            Why {brandName}?
          </h2>
          <label className="flex size-11 items-center justify-center rounded-full text-forest hover:bg-mist has-focus-visible:outline-3 has-focus-visible:outline-leaf motion-reduce:hidden">
            <input type="checkbox" aria-label="Pause the strip" className="peer sr-only" />
            <Pause aria-hidden="true" className="size-5 peer-checked:hidden" />
            <Play aria-hidden="true" className="hidden size-5 peer-checked:block" />
          </label>
        </div>
        <div className="overflow-hidden">
          {/* Rendered twice, so that the animation can repeat without a gap. */}
          <div className="flex w-max animate-marquee motion-reduce:w-auto motion-reduce:justify-center group-has-checked/strip:[animation-play-state:paused] hover:[animation-play-state:paused] motion-reduce:animate-none">
            <Reasons />
            <div aria-hidden="true" className="motion-reduce:hidden">
              <Reasons />
            </div>
          </div>
        </div>
      </div>
    </section>
  )
}

function Reasons() {
  return (
    <ul className="flex min-w-screen justify-around gap-4 pr-4 motion-reduce:min-w-0 motion-reduce:flex-wrap motion-reduce:justify-center motion-reduce:px-4">
      {reasons.map(({ icon: Icon, words }) => (
        <li
          key={words}
          className="flex items-center gap-3 rounded-full border border-line bg-surface py-2.5 pr-6 pl-3 font-semibold whitespace-nowrap text-forest"
        >
          <span className="flex size-10 items-center justify-center rounded-full bg-leaf-soft">
            <Icon aria-hidden="true" className="size-5" />
          </span>
          {words}
        </li>
      ))}
    </ul>
  )
}
