/** Questions about products that were reported, or all; one is taken down, or its answer, for a stated reason. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { type AdminQuestion, questionTakeDown } from '../../../../contract/admin-questions.ts'
import { questionFaultWords, type QuestionPart } from '../../../../contract/question-words.ts'
import { call } from '../../../api/client.ts'
import { QuestionBody } from '../../../questions/question-body.tsx'
import { may } from '../may.ts'
import { KeepButton, ReportedCard, ReportedList, TakeDownButton, TakeDownDialog } from '../reported.tsx'
import { loadList } from '../require-admin.ts'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.questions, request, ['q', 'show'])

export function Component() {
  return (
    <ReportedList
      heading="Questions"
      noun="questions"
      text="Questions about products and their answers that somebody reported: look at them. They are taken down for one of the stated reasons only."
      writer="customer"
      empty="No question is reported."
      loaded={useLoaderData<typeof loader>()}
      card={(item) => <QuestionCard item={item} />}
    />
  )
}

function QuestionCard({ item }: { item: AdminQuestion }) {
  const { seller, declined, removed } = item
  return (
    <ReportedCard
      label="Question about"
      item={item}
      writer="Customer"
      faultWords={questionFaultWords}
      decisions={<Decisions item={item} />}
    >
      <div>
        <QuestionBody question={item} seller={seller} />
      </div>
      {declined && <p>The seller says that this is no question about the product.</p>}
      {removed !== null && (
        <p>
          Taken down because of the {removed.part}: {questionFaultWords[removed.reason]}.
        </p>
      )}
    </ReportedCard>
  )
}

function Decisions({ item: { id, version, waits, answer } }: { item: AdminQuestion }) {
  const [part, setPart] = useState<QuestionPart | null>(null)
  if (!may(admin.removeQuestion)) return null
  return (
    <div className="flex flex-wrap gap-3">
      {waits && <KeepButton keep={() => call(admin.keepQuestion, { params: { id }, body: { version } })} />}
      <TakeDownButton label="Take the question down" onClick={() => setPart('question')} />
      {answer && <TakeDownButton label="Take the answer down" onClick={() => setPart('answer')} />}
      {part !== null && (
        <TakeDownDialog
          title={`Take this ${part} down?`}
          text={`${answer ? 'Question and answer leave' : 'The question leaves'} the page of the product. ${part === 'question' ? 'The customer' : 'The seller'} gets reason and note by mail, and the audit keeps them. It cannot be put back.`}
          failed="This could not be taken down."
          schema={questionTakeDown}
          faultWords={questionFaultWords}
          send={(body) =>
            call(admin.removeQuestion, { params: { id }, body: { ...body, part, no: answer?.no ?? 0 } })
          }
          onClose={() => setPart(null)}
        />
      )}
    </div>
  )
}
