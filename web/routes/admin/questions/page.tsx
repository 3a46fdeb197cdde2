/** Questions about products that were reported, or all; one is taken down, or its answer, for a stated reason. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { type AdminQuestion, questionTakeDown } from '../../../../contract/admin-questions.ts'
import { questionFaults, questionFaultWords, type QuestionPart } from '../../../../contract/question-words.ts'
import { call } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { QuestionBody } from '../../../questions/question-body.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { MessageCircleQuestionMark } from '../../../ui/more-icons.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ActionButton } from '../action-button.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { may } from '../may.ts'
import { loadList } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.questions, request, ['q', 'show'])

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <ListPage
      heading="Questions"
      noun="questions"
      text="Questions about products and their answers that somebody reported: look at them. They are taken down for one of the stated reasons only."
      loaded={loaded}
      search={
        <SearchForm query={query} label="Product ID or customer's email">
          <Filter
            name="show"
            label="Show"
            query={query}
            all="To look at"
            options={[['all', 'All questions']]}
          />
        </SearchForm>
      }
      empty={{
        title: 'Nothing to look at',
        text: 'No question is reported.',
        icon: <MessageCircleQuestionMark />,
      }}
      rows={(questions, list) => (
        <ul ref={list} aria-label="Questions, newest first" className="grid items-start gap-4 lg:grid-cols-2">
          {questions.map((item) => (
            <li key={item.id} tabIndex={-1} className="min-w-0">
              <QuestionCard item={item} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}

function QuestionCard({ item }: { item: AdminQuestion }) {
  const { product, customer, seller, declined, reports, removed, waits } = item
  return (
    <article
      aria-label={`Question about ${product.name}`}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 text-sm shadow-card"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="line-clamp-2 min-w-0 text-base font-semibold">
          <a href={paths.product(product.id)} className="underline underline-offset-4">
            {product.name}
          </a>
        </h2>
        {removed !== null ? (
          <Badge color="red">Taken down</Badge>
        ) : (
          waits && <Badge color="yellow">To look at</Badge>
        )}
      </div>
      <div>
        <QuestionBody question={item} seller={seller} />
      </div>
      {declined && <p>The seller says that this is no question about the product.</p>}
      {removed !== null && (
        <p>
          Taken down because of the {removed.part}: {questionFaultWords[removed.reason]}.
        </p>
      )}
      {reports.length > 0 && (
        <ul aria-label="Reports" className="flex flex-col gap-1 rounded-xl bg-amber-soft px-4 py-3">
          {reports.map(({ about, reason, words: more, by }, index) => (
            <li key={index} className="wrap-anywhere">
              A {by} says of the {about}: {questionFaultWords[reason]}. {more !== '' && <bdi>“{more}”</bdi>}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-muted">Customer</dt>
          <dd className="wrap-anywhere">
            {customer === null ? 'The account is erased' : <bdi className="font-medium">{customer}</bdi>}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-muted">Seller</dt>
          <dd className="wrap-anywhere">
            <bdi>{seller}</bdi>
          </dd>
        </div>
      </dl>
      {removed === null && <Decisions item={item} />}
    </article>
  )
}

function Decisions({ item: { id, version, waits, answer } }: { item: AdminQuestion }) {
  const [part, setPart] = useState<QuestionPart | null>(null)
  if (!may(admin.removeQuestion)) return null
  return (
    <div className="flex flex-wrap gap-3">
      {waits && (
        <ActionButton
          label="Nothing is wrong"
          busyLabel="Please wait..."
          failed="This could not be done."
          action={() => call(admin.keepQuestion, { params: { id }, body: { version } })}
        />
      )}
      <Button
        look="secondary"
        aria-haspopup="dialog"
        onClick={() => setPart('question')}
        className="px-4 text-sm"
      >
        Take the question down
      </Button>
      {answer && (
        <Button
          look="secondary"
          aria-haspopup="dialog"
          onClick={() => setPart('answer')}
          className="px-4 text-sm"
        >
          Take the answer down
        </Button>
      )}
      {part !== null && (
        <FormDialog
          title={`Take this ${part} down?`}
          text={`${answer ? 'Question and answer leave' : 'The question leaves'} the page of the product. ${part === 'question' ? 'The customer' : 'The seller'} gets reason and note by mail, and the audit keeps them. It cannot be put back.`}
          failed="This could not be taken down."
          schema={questionTakeDown}
          button="Take down"
          send={(body) =>
            call(admin.removeQuestion, { params: { id }, body: { ...body, part, no: answer?.no ?? 0 } })
          }
          onClose={() => setPart(null)}
        >
          {(field) => (
            <>
              <SelectField {...field('reason')} label="Reason">
                <option value="">Please choose</option>
                {questionFaults.map((fault) => (
                  <option key={fault} value={fault}>
                    {questionFaultWords[fault]}
                  </option>
                ))}
              </SelectField>
              <TextArea {...field('note')} label="What exactly is wrong?" rows={3} maxLength={500} />
            </>
          )}
        </FormDialog>
      )}
    </div>
  )
}
