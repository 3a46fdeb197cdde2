import { icon } from './icon.ts'

export const Minus = icon(['path', { d: 'M5 12h14' }])
