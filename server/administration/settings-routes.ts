/** The settings of the shop that every page needs, and its figures. */
import { api } from '../../contract/endpoints.ts'
import { showDeliveryWords } from '../buying/delivery-charge/show-delivery-charge.ts'
import { showFigures } from './figures.ts'
import { uploadSettingsOf } from '../platform/media/image-host.ts'
import { rehearsalWords } from '../platform/rehearsal.ts'
import type { Shop } from '../platform/shop.ts'
import type { Registrar } from '../platform/http/register.ts'

export function settingsRoutes(shop: Shop, route: Registrar): void {
  route(api.settings.get, async () => {
    const { brandName, supportEmail, companyEmailDomain, legal = null, outsideLinks } = shop.config
    const { production, standIns } = shop.config
    const payment = shop.payments.browserSettings
    const rehearsal = rehearsalWords(shop.config) ?? null
    const delivery = await showDeliveryWords(shop)
    const mailboxUrl = !production && standIns.includes('e-mails') ? '/dev/mailbox' : null
    return {
      brandName,
      supportEmail,
      companyEmailDomain,
      legal,
      contactFormToDesk: shop.config.complaints.contactFormToDesk,
      outsideLinks,
      ...(delivery && { delivery }),
      payment,
      rehearsal,
      mailboxUrl,
    }
  })

  route(api.figures.get, () => showFigures(shop))

  route(api.settings.upload, async () => uploadSettingsOf(shop.config))
}
