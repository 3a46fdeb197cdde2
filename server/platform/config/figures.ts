/** Settings of the figures that About, Support and Careers state. Each is a text, `none` (not shown), or, where it can be, `counted`. */
import type { z } from 'zod'
import { countedFigures, type FigureName } from '../../../contract/figures.ts'
import { text } from './formats.ts'

/** The specification's texts, for a demo shop: in production nobody knows whether they are true. */
const stated: Record<FigureName, string> = {
  products: '10,000+',
  customers: '5,000+',
  sellers: '500+',
  cities: '50+',
  responseTime: '24 hours',
  customerSatisfaction: '98%',
  employeeSatisfaction: '95%',
  yearsOfGrowth: '2+',
}

const figure = text(30).optional()

export const figureSettings = {
  FIGURE_PRODUCTS: figure,
  FIGURE_CUSTOMERS: figure,
  FIGURE_SELLERS: figure,
  FIGURE_CITIES: figure,
  FIGURE_RESPONSE_TIME: figure.refine(isNotCounted, 'cannot be counted by the shop'),
  FIGURE_CUSTOMER_SATISFACTION: figure.refine(isNotCounted, 'cannot be counted by the shop'),
  FIGURE_EMPLOYEE_SATISFACTION: figure.refine(isNotCounted, 'cannot be counted by the shop'),
  FIGURE_YEARS_OF_GROWTH: figure.refine(isNotCounted, 'cannot be counted by the shop'),
}

type FigureValues = z.output<z.ZodObject<typeof figureSettings>>

/** A text to show as it is, or 'counted'; null for none. */
type Figure = string | null

export interface FigureConfig {
  figures: Record<FigureName, Figure>
}

export function readFigures(values: FigureValues & { NODE_ENV: string }): FigureConfig {
  const set: Record<FigureName, string | undefined> = {
    products: values.FIGURE_PRODUCTS,
    customers: values.FIGURE_CUSTOMERS,
    sellers: values.FIGURE_SELLERS,
    cities: values.FIGURE_CITIES,
    responseTime: values.FIGURE_RESPONSE_TIME,
    customerSatisfaction: values.FIGURE_CUSTOMER_SATISFACTION,
    employeeSatisfaction: values.FIGURE_EMPLOYEE_SATISFACTION,
    yearsOfGrowth: values.FIGURE_YEARS_OF_GROWTH,
  }
  const unset = (name: FigureName) => {
    if (values.NODE_ENV !== 'production') return stated[name]
    return (countedFigures as readonly string[]).includes(name) ? 'counted' : 'none'
  }
  const entries = Object.entries(set).map(([name, value]) => {
    const chosen = value ?? unset(name as FigureName)
    return [name, chosen === 'none' ? null : chosen]
  })
  return { figures: Object.fromEntries(entries) as Record<FigureName, Figure> }
}

function isNotCounted(value: string | undefined): boolean {
  return value !== 'counted'
}
