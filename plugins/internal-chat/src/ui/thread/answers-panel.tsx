import { ErrorState, Icon, IconButton, Skeleton, useWords } from '@recado/sdk/ui'
import { withNames } from '../../messages/mentions.ts'
import { useAnswers, useChat, useMessage } from '../use-chats.ts'
import { ChatMenu } from './chat-menu.tsx'
import { Thread } from './thread.tsx'

/** The thread of answers under a message, beside its chat. */
export function AnswersPanel({ messageId, onClose }: { messageId: string; onClose(): void }) {
  const { t } = useWords()
  const message = useMessage(messageId)
  const thread = useAnswers(messageId)
  const fault = message.error ?? thread.error
  return (
    <>
      <header className="flex items-start gap-2 border-b border-line bg-surface p-3">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-list font-semibold">
            {message.data ? t('answers.label', { name: message.data.user.name }) : t('answers.title')}
          </h2>
          {message.data && (
            <p className="line-clamp-3 text-sm break-words">
              {withNames(message.data.content, message.data.mentions) || t('message.noWords')}
            </p>
          )}
          {message.data?.answers && (
            <p className="text-xs text-ink-muted">
              {t('answers.people', { names: message.data.answers.users.map(({ name }) => name).join(', ') })}
            </p>
          )}
        </div>
        {thread.data && <AnswersMenu threadId={thread.data.id} onClose={onClose} />}
        <IconButton icon={<Icon name="x" size={18} />} label={t('answers.close')} onClick={onClose} />
      </header>
      {fault ? (
        <ErrorState
          what={t('answers.what')}
          error={fault}
          onRetry={() => void Promise.all([message.refetch(), thread.refetch()])}
        />
      ) : thread.data ? (
        <Thread
          key={thread.data.id}
          chatId={thread.data.id}
          at={null}
          quote={undefined}
          onBack={onClose}
          onEnd={onClose}
          onJump={() => undefined}
        />
      ) : (
        <div className="p-4">
          <Skeleton lines={5} />
        </div>
      )}
    </>
  )
}

/** Of which answers one is notified. */
function AnswersMenu({ threadId, onClose }: { threadId: string; onClose(): void }) {
  const { data } = useChat(threadId)
  return data ? <ChatMenu chat={data} onLeft={onClose} /> : null
}
