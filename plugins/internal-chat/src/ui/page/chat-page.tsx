import { classNames, EmptyState, Icon, NoPermission, usePermission, useWords } from '@recado/sdk/ui'
import { useRouter, useSearch as useSearchParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { QuoteDraft } from '../outbox.ts'
import { AnswersPanel } from '../thread/answers-panel.tsx'
import { Thread } from '../thread/thread.tsx'
import { ChatList } from './chat-list.tsx'
import { NewChat } from './new-chat.tsx'

/** The team's chat (S2-043): the conversations, and the open one beside them; on a telephone one at a time. */
export default function ChatPage() {
  return usePermission('use') ? <Chats /> : <NoPermission />
}

/** Where the page is: the open chat, the place in it, and what is to be quoted. */
function usePlace() {
  const router = useRouter()
  const search = useSearchParams({ strict: false }) as Record<string, unknown>
  const text = (name: string): string | undefined =>
    search[name] === undefined || search[name] === '' ? undefined : String(search[name])
  const ticketId = text('atendimento')
  const quote: QuoteDraft | undefined =
    ticketId === undefined ? undefined : { ticketId, messageId: text('mensagem') ?? null }
  const at = Number(text('em'))
  const go = (
    chatId: string | undefined,
    options: { readonly at?: number | null; readonly answers?: string; readonly keepsQuote?: boolean } = {},
  ): void =>
    router.history.push(
      `/chat-interno?${new URLSearchParams({
        ...(chatId !== undefined && { conversa: chatId }),
        ...(options.at != null && { em: String(options.at) }),
        ...(options.answers !== undefined && { respostas: options.answers }),
        ...(options.keepsQuote && quote && { atendimento: quote.ticketId }),
        ...(options.keepsQuote && quote?.messageId && { mensagem: quote.messageId }),
      })}`,
    )
  return {
    chatId: text('conversa'),
    at: Number.isInteger(at) && at > 0 ? at : null,
    answers: text('respostas'),
    quote,
    go,
  }
}

function Chats() {
  const { t } = useWords()
  const { chatId, at, answers, quote, go } = usePlace()
  const [isNew, setNew] = useState(false)
  const asks = quote !== undefined && chatId === undefined
  return (
    <div className="flex h-full min-h-0">
      <section
        aria-label={t('page.title')}
        className={classNames(
          'min-h-0 w-full shrink-0 flex-col border-r border-line bg-surface md:flex md:w-80',
          chatId === undefined ? 'flex' : 'hidden',
        )}
      >
        <ChatList
          open={chatId}
          onOpen={(id, found) =>
            go(id, found && { at: found.seq, ...(found.threadOf !== null && { answers: found.threadOf }) })
          }
          onNew={() => setNew(true)}
        />
      </section>
      <section
        aria-label={t('page.conversation')}
        className={classNames(
          'min-h-0 min-w-0 flex-1 flex-col',
          chatId === undefined ? 'hidden md:flex' : answers === undefined ? 'flex' : 'hidden xl:flex',
        )}
      >
        {chatId === undefined ? (
          <EmptyState className="m-auto" icon={<Icon name="message-circle" size={22} />} title={t('page.none')}>
            {t('page.noneHelp')}
          </EmptyState>
        ) : (
          <Thread
            key={`${chatId} ${at}`}
            chatId={chatId}
            at={at}
            quote={quote}
            onBack={() => go(undefined)}
            onEnd={() => go(chatId)}
            onJump={(place) => go(chatId, { at: place })}
            onAnswers={(messageId) => go(chatId, { at, answers: messageId })}
          />
        )}
      </section>
      {chatId !== undefined && answers !== undefined && (
        <section
          aria-label={t('answers.title')}
          className="flex min-h-0 min-w-0 flex-1 flex-col border-l border-line xl:w-96 xl:flex-none"
        >
          <AnswersPanel key={answers} messageId={answers} onClose={() => go(chatId, { at })} />
        </section>
      )}
      {(isNew || asks) && (
        <NewChat
          asks={asks}
          onClose={() => {
            setNew(false)
            if (asks) go(undefined)
          }}
          onOpen={(id) => {
            setNew(false)
            go(id, { keepsQuote: asks })
          }}
        />
      )}
    </div>
  )
}
