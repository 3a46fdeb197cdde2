import { LogoStrip } from './logo-strip.tsx'
import { ValueBanner } from './value-banner.tsx'

export function ValuesContent() {
  return (
    <>
      <LogoStrip />
      <ValueBanner />
    </>
  )
}
