import { api } from '../../../contract/endpoints.ts'
import type { Registrar } from '../../platform/http/register.ts'
import { findPlace } from './find-place.ts'

/** Connects the endpoint of pin codes. */
export function pinRoutes(route: Registrar): void {
  route(api.delivery.place, async ({ params }) => findPlace(params.pinCode))
}
