/** What a green claim says and its proof: the choices follow the register (contract/green-claim-list.ts). */
import { useRef, useState } from 'react'
import { greenClaimBody, type GreenClaimInput, type OwnGreenClaim } from '../../../../contract/green-claim.ts'
import {
  type Covers,
  coverCodes,
  coverWords,
  type EvidenceCode,
  type EvidenceKind,
  evidenceKinds,
  kindsFor,
  type Wording,
  type WordingCode,
  wordingCodes,
  wordings,
} from '../../../../contract/green-claim-list.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { DocumentField } from '../document-field.tsx'

interface Props {
  claim?: OwnGreenClaim
  buttons: readonly { name: 'save' | 'submit'; label: string }[]
  send: (body: GreenClaimInput, button: 'save' | 'submit') => Promise<void>
}

export function ClaimForm({ claim, buttons, send }: Props) {
  const pressed = useRef<'save' | 'submit'>('save')
  const [code, setCode] = useState<WordingCode | 'free' | ''>(
    claim ? ((claim.code ?? 'free') as WordingCode | 'free') : '',
  )
  const [covers, setCovers] = useState<Covers | ''>(claim?.covers ?? '')
  const [kind, setKind] = useState<EvidenceCode | ''>((claim?.evidenceKind ?? '') as EvidenceCode | '')
  const form = useForm({
    schema: greenClaimBody,
    initial: {
      wording: claim?.code === null ? claim.wording : '',
      part: claim?.part ?? '',
      issuer: claim?.issuer ?? '',
      number: claim?.number ?? '',
      issuedOn: claim?.issuedOn ?? '',
      expiresOn: claim?.expiresOn ?? '',
      link: claim?.link ?? '',
    },
    failed: serverMsgOr('Your claim could not be saved. Please try again.'),
    send: (body) => send(body, pressed.current),
  })
  const wording: Wording | null = code === '' || code === 'free' ? null : wordings[code]
  const evidence: EvidenceKind | null = kind === '' ? null : evidenceKinds[kind]
  const declared = kind === 'own-declaration'
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      <SelectField
        name="code"
        label="What do you say?"
        error={form.field('code').error}
        hint={wording?.means}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value as WordingCode | 'free')}
      >
        <option value="">Please choose</option>
        {wordingCodes.map((one) => (
          <option key={one} value={one}>
            {wordings[one].wording}
          </option>
        ))}
        <option value="free">Something else, in your own words</option>
      </SelectField>
      {code === 'free' && (
        <TextField
          {...form.field('wording')}
          label="In your own words"
          maxLength={80}
          hint="Say exactly what is true and can be proven, such as 'Woven without electricity'."
        />
      )}
      <SelectField
        name="covers"
        label="What is it about?"
        error={form.field('covers').error}
        value={covers}
        onChange={({ currentTarget }) => setCovers(currentTarget.value as Covers)}
      >
        <option value="">Please choose</option>
        {coverCodes
          .filter((one) => !wording || wording.covers.includes(one) || one === covers)
          .map((one) => (
            <option key={one} value={one}>
              {coverWords[one]}
            </option>
          ))}
      </SelectField>
      {covers === 'part' && (
        <TextField {...form.field('part')} label="Which part?" maxLength={80} hint="Such as 'the handle'." />
      )}
      <SelectField
        name="evidenceKind"
        label="What proves it?"
        error={form.field('evidenceKind').error}
        hint={code === '' ? undefined : 'Only kinds that can prove this are listed.'}
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value as EvidenceCode)}
      >
        <option value="">Please choose</option>
        {kindsFor(code === '' ? 'free' : code)
          .concat(kind === '' ? [] : [kind])
          .filter((one, at, all) => all.indexOf(one) === at)
          .map((one) => (
            <option key={one} value={one}>
              {evidenceKinds[one].name}
            </option>
          ))}
      </SelectField>
      {!declared && (
        <TextField
          {...form.field('issuer')}
          label="Who issued it?"
          maxLength={120}
          hint={evidence ? `Such as: ${evidence.issuer}.` : undefined}
        />
      )}
      {evidence?.number && (
        <TextField
          {...form.field('number')}
          label="Number of the certificate"
          maxLength={60}
          autoCapitalize="characters"
          spellCheck={false}
          hint={`As on the certificate, such as ${evidence.number.example}.`}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...form.field('issuedOn')} type="date" label={declared ? 'True since' : 'Issued on'} />
        <TextField
          {...form.field('expiresOn')}
          type="date"
          label={evidence?.ends ? 'Valid until' : 'Valid until (optional)'}
          hint="The claim leaves all pages after this day."
        />
      </div>
      <DocumentField
        name="document"
        label="Document"
        hint="Only you and our team see it, unless you show it to buyers."
        folder="/api/v1/private/green-claim-documents/"
        stored={claim?.document?.key ?? null}
        optional
        error={form.field('document').error}
      />
      <TextField
        {...form.field('link')}
        type="url"
        inputMode="url"
        label="Address of the proof at its issuer (optional with a document)"
        maxLength={500}
        placeholder="https://"
      />
      <div className="flex flex-wrap gap-3">
        {buttons.map(({ name, label }) => (
          <Button
            key={name}
            {...form.submitButton}
            look={name === 'submit' || buttons.length === 1 ? 'primary' : 'secondary'}
            busyLabel="Saving..."
            onClick={() => {
              pressed.current = name
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </form>
  )
}
