import { DeliveryLine } from './delivery-line.tsx'
import { PinForm } from './pin-form.tsx'
import { useDeliveryPin } from './use-delivery-pin.ts'
import { useEstimates } from './use-estimates.ts'

/** On the page of a product: when one piece of it arrives at the pin code of this visitor. */
export function DeliveryCheck({ productId }: { productId: string }) {
  const { pin, choose } = useDeliveryPin()
  const { answered, of } = useEstimates(pin, [{ productId, quantity: 1 }])
  return (
    <PinForm pin={pin} onPin={choose}>
      {pin === null ? (
        <span className="text-muted">See on which day it arrives.</span>
      ) : answered ? (
        <DeliveryLine estimate={of.get(productId)} pin={pin} />
      ) : (
        <span className="text-muted">Asking the courier...</span>
      )}
    </PinForm>
  )
}
