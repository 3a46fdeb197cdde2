/** What moves the slideshow. A component of its own, so that the carousel's code comes after the first slide is painted. */
import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect } from 'react'

export interface Steering {
  goTo(index: number): void
}

interface Props {
  viewport: HTMLElement
  playing: boolean
  onShown: (index: number) => void
  steer: (steering: Steering | null) => void
}

const options = { loop: true, breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } } }
const autoplay = () => Autoplay({ delay: 3000, stopOnInteraction: false, stopOnFocusIn: false, stopOnMouseEnter: false })

export function SlideshowMotion({ viewport, playing, onShown, steer }: Props) {
  // Without the plugin while it is held: the plugin itself starts again after every swipe.
  const [attach, carousel] = useEmblaCarousel(options, playing ? [autoplay()] : [])

  useEffect(() => attach(viewport), [attach, viewport])

  useEffect(() => {
    if (!carousel) return
    const tell = () => onShown(carousel.selectedScrollSnap())
    carousel.on('select', tell).on('reInit', tell)
    steer({
      goTo(index) {
        carousel.scrollTo(index)
        carousel.plugins().autoplay?.reset()
      },
    })
    return () => {
      carousel.off('select', tell).off('reInit', tell)
      steer(null)
    }
  }, [carousel, onShown, steer])

  return null
}
