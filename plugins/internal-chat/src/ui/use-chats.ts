import { toast, useApi, useLiveEvent, usePush, useViewer, useWords } from '@recado/sdk/ui'
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Chat, ChatDetails, ChatPage, Notify, People } from '../chats/chat.ts'
import type { MessagePush, ReadPush, TypingPush } from '../chats/tell.ts'
import type { ChatFile, ChatMessage, ThreadPage } from '../messages/message.ts'
import { outboxOf, type Unsent } from './outbox.ts'
import { endOf, placeMessage, threadPages, type Thread } from './thread-merge.ts'

const all = ['internal-chat'] as const
const keys = {
  list: [...all, 'list'] as const,
  people: [...all, 'people'] as const,
  chat: (id: string) => [...all, 'chat', id] as const,
  threads: (id: string) => [...all, 'thread', id] as const,
  thread: (id: string, from: number | null) => [...all, 'thread', id, from] as const,
  search: (text: string) => [...all, 'search', text] as const,
}
/** A sign of typing counts this long. Milliseconds. */
const typingFades = 6_000
/** One's own is said again after this long. Milliseconds. */
const typingAgain = 3_000

/** Chats of the viewer, kept as they change. */
export function useChatList() {
  const api = useApi()
  const queries = useQueryClient()
  const refresh = (): void => void queries.invalidateQueries({ queryKey: keys.list })
  usePush('message', refresh)
  usePush('chat', refresh)
  usePush('read', refresh)
  useLiveEvent('user', refresh)
  useLiveEvent('resync', () => void queries.invalidateQueries({ queryKey: all }))
  return useInfiniteQuery({
    queryKey: keys.list,
    refetchOnMount: 'always',
    queryFn: ({ pageParam, signal }) => api.get<ChatPage>('chats', { signal, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}
export const chatsIn = (data: InfiniteData<ChatPage> | undefined): readonly Chat[] =>
  data?.pages.flatMap(({ chats }) => chats) ?? []

/** With whom one may talk. */
export function usePeople() {
  const api = useApi()
  return useQuery({
    queryKey: keys.people,
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api.get<People>('/users/chat-interno', { signal }),
  })
}

/** A chat with its members, kept as it changes. */
export function useChat(chatId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const refresh = (): void => void queries.invalidateQueries({ queryKey: keys.chat(chatId) })
  usePush('chat', (data) => {
    if ((data as { chatId: string }).chatId === chatId) refresh()
  })
  usePush('read', (data) => {
    const push = data as ReadPush
    if (push.chatId === chatId)
      queries.setQueryData<ChatDetails>(
        keys.chat(chatId),
        (chat) =>
          chat && {
            ...chat,
            members: chat.members.map((member) =>
              member.id === push.userId ? { ...member, readSeq: Math.max(member.readSeq, push.readSeq) } : member,
            ),
          },
      )
  })
  useLiveEvent('user', refresh)
  return useQuery({
    queryKey: keys.chat(chatId),
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api.get<ChatDetails>(`chats/${chatId}`, { signal }),
  })
}

/** Shows a message that is new or has changed wherever its chat is loaded. */
function place(queries: QueryClient, message: ChatMessage): void {
  const queryKey = keys.threads(message.chatId)
  queries.setQueriesData<Thread>({ queryKey }, (thread) => thread && placeMessage(thread, message))
  // The first page is on its way, and may have been read before the message was written.
  const opening = keys.thread(message.chatId, null)
  if (queries.getQueryState(opening)?.data === undefined)
    void queries.invalidateQueries({ queryKey: opening, exact: true })
}

/** Goes to the end of a chat of which another part is loaded. */
export function useThreadEnd(chatId: string): () => void {
  const queries = useQueryClient()
  return () => void queries.resetQueries({ queryKey: keys.thread(chatId, null), exact: true })
}

/** Messages of a chat around a place, or the latest ones, kept as they change. Of what is left, the end is kept. */
export function useThread(chatId: string, from: number | null) {
  const api = useApi()
  const queries = useQueryClient()
  const outbox = outboxOf(useViewer().userId)
  usePush('message', (data) => {
    const push = data as MessagePush
    if (push.chatId !== chatId) return
    void api.get<ChatMessage>(`messages/${push.messageId}`).then(
      (message) => {
        place(queries, message)
        if (message.key !== null) outbox.drop(message.key)
      },
      // What cannot be had now is fetched with the next opening.
      () => void queries.invalidateQueries({ queryKey: keys.threads(chatId) }),
    )
  })
  useEffect(
    () => () => {
      const left = keys.thread(chatId, from)
      const end = from === null ? queries.getQueryData<Thread>(left) : undefined
      const kept = end && endOf(end)
      if (kept) queries.setQueryData(left, kept)
      else queries.removeQueries({ queryKey: left, exact: true })
    },
    [queries, chatId, from],
  )
  return useInfiniteQuery({
    ...threadPages(from),
    queryKey: keys.thread(chatId, from),
    refetchOnMount: 'always',
    queryFn: ({ pageParam, signal }) =>
      api.get<ThreadPage>(`chats/${chatId}/messages`, { signal, query: { ...pageParam } }),
  })
}

/** The thread under a message, which is made when it is first looked at. */
export function useAnswers(messageId: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...all, 'answers', messageId],
    queryFn: () => api.post<ChatDetails>(`messages/${messageId}/thread`),
  })
}

/** One message, kept as it changes. */
export function useMessage(messageId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const queryKey = [...all, 'message', messageId]
  usePush('message', (data) => {
    if ((data as MessagePush).messageId === messageId) void queries.invalidateQueries({ queryKey })
  })
  return useQuery({
    queryKey,
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api.get<ChatMessage>(`messages/${messageId}`, { signal }),
  })
}

/** The colleagues who are writing in a chat, by name. */
export function useTyping(chatId: string): readonly string[] {
  const [writers, setWriters] = useState<ReadonlyMap<string, string>>(new Map())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const take = (userId: string, name: string | undefined): void => {
    clearTimeout(timers.current.get(userId))
    if (name !== undefined)
      timers.current.set(
        userId,
        setTimeout(() => take(userId, undefined), typingFades),
      )
    setWriters((now) => {
      const next = new Map(now)
      if (name === undefined) next.delete(userId)
      else next.set(userId, name)
      return next
    })
  }
  usePush('typing', (data) => {
    const push = data as TypingPush
    if (push.chatId === chatId) take(push.userId, push.typing ? push.name : undefined)
  })
  useEffect(() => {
    const pending = timers.current
    return () => {
      for (const timer of pending.values()) clearTimeout(timer)
    }
  }, [])
  return [...writers.values()]
}

/** Tells the others that one is writing, rarely enough. */
export function useSayTyping(chatId: string): (typing: boolean) => void {
  const api = useApi()
  const last = useRef(0)
  return (typing) => {
    const now = Date.now()
    if (typing ? now - last.current < typingAgain : last.current === 0) return
    last.current = typing ? now : 0
    // Worth nothing when late.
    api.post(`chats/${chatId}/typing`, { typing }).catch(() => undefined)
  }
}

/** What is written here and not yet there. */
export function useOutbox() {
  const { userId } = useViewer()
  const outbox = outboxOf(userId)
  const { drafts, unsent } = useSyncExternalStore(outbox.subscribe, outbox.now)
  return { outbox, drafts, unsent }
}

/** Sends a message of the outbox: it stays there until the server has it. */
export function useSend() {
  const api = useApi()
  const queries = useQueryClient()
  const { outbox } = useOutbox()
  return async (message: Omit<Unsent, 'state'>, isRetry = false): Promise<void> => {
    if (isRetry) outbox.move(message.key, 'sending')
    else outbox.add(message)
    try {
      const stored = await api.post<ChatMessage>(
        `chats/${message.chatId}/messages`,
        {
          key: message.key,
          content: message.content,
          replyTo: message.replyTo?.id ?? null,
          quote: message.quote,
          files: message.files.map(({ id }) => id),
        },
        { idempotencyKey: message.key },
      )
      place(queries, stored)
      outbox.drop(message.key)
    } catch (error) {
      outbox.move(message.key, 'failed')
      toast.error(error)
    }
  }
}

/** Acts on chats and messages. A failure is shown as a notice, and nothing that was typed is lost. */
export function useChatActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useWords()
  const onError = (error: unknown): void => void toast.error(error)
  const take = (chat: ChatDetails): void => {
    queries.setQueryData(keys.chat(chat.id), chat)
    void queries.invalidateQueries({ queryKey: keys.list })
  }
  const placed = (message: ChatMessage): void => place(queries, message)
  const open = useMutation({
    mutationFn: (draft: { userId: string } | { groupId: string } | { name: string; userIds: readonly string[] }) =>
      api.post<ChatDetails>('chats', draft),
    onSuccess: take,
  })
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => api.patch<ChatDetails>(`chats/${id}`, { name }),
    onSuccess: take,
    onError,
  })
  const addMembers = useMutation({
    mutationFn: ({ id, userIds }: { id: string; userIds: readonly string[] }) =>
      api.post<ChatDetails>(`chats/${id}/members`, { userIds }),
    onSuccess: take,
    onError,
  })
  const setAdmin = useMutation({
    mutationFn: ({ id, userId, isAdmin }: { id: string; userId: string; isAdmin: boolean }) =>
      api.put<ChatDetails>(`chats/${id}/members/${userId}`, { isAdmin }),
    onSuccess: take,
    onError,
  })
  const removeMember = useMutation({
    mutationFn: ({ id, userId }: { id: string; userId: string }) => api.delete(`chats/${id}/members/${userId}`),
    onError,
    onSettled: () => queries.invalidateQueries({ queryKey: all }),
  })
  const notify = useMutation({
    mutationFn: ({ id, notify: wanted }: { id: string; notify: Notify }) =>
      api.put(`chats/${id}/notify`, { notify: wanted }),
    onError,
    onSettled: () => queries.invalidateQueries({ queryKey: all }),
  })
  const read = useMutation({
    mutationFn: ({ id, seq }: { id: string; seq: number }) => api.post(`chats/${id}/read`, { seq }),
  })
  const edit = useMutation({
    mutationFn: ({ id, content }: { id: string; content: string }) =>
      api.patch<ChatMessage>(`messages/${id}`, { content }),
    onSuccess: placed,
    onError,
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`messages/${id}`),
    onSuccess: () => void toast.success(t('message.deletedNow')),
    onError,
  })
  const react = useMutation({
    mutationFn: ({ id, emoji }: { id: string; emoji: string | null }) =>
      api.put<ChatMessage>(`messages/${id}/reaction`, { emoji }),
    onSuccess: placed,
    onError,
  })
  const upload = useMutation({
    mutationFn: ({ chatId, file, voice }: { chatId: string; file: File; voice: boolean }) => {
      const form = new FormData()
      form.set('file', file)
      if (voice) form.set('voice', 'true')
      return api.upload<ChatFile>(`chats/${chatId}/files`, form)
    },
  })
  return { open, rename, addMembers, setAdmin, removeMember, notify, read, edit, remove, react, upload }
}

/** A message that a search found. */
export interface Found {
  readonly id: string
  readonly chatId: string
  readonly chat: string
  readonly seq: number
  /** Of an answer: the message under which it stands, whose chat and place these are. */
  readonly threadOf: string | null
  readonly by: string
  readonly content: string
  readonly createdAt: string
}
/** Messages of one's chats that contain the text, from two characters on. */
export function useSearch(text: string) {
  const api = useApi()
  return useQuery({
    queryKey: keys.search(text),
    enabled: text.length >= 2,
    queryFn: ({ signal }) => api.get<{ messages: Found[] }>('search', { signal, query: { searchParam: text } }),
  })
}
