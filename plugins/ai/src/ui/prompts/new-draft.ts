import type { Prompt, PromptDraft } from '../../prompts/prompt.ts'

/** A prompt that nobody has filled in. */
export const newDraft: PromptDraft = {
  name: '',
  model: null,
  maxTokens: 600,
  maxMessages: 20,
  temperature: 1,
  queueId: null,
  text: '',
  tone: '',
  usesKnowledge: true,
  refusedTopics: [],
  maxTurns: 20,
  maxMinutes: null,
  maxCost: null,
  handOver: {
    person: true,
    anger: true,
    unsure: true,
    needsSource: false,
    scope: true,
    vip: false,
    vipTags: [],
    vipAttribute: '',
    vipValue: '',
  },
  handOverText: '',
  voiceProvider: null,
  voice: '',
  voiceRegion: '',
  functions: [],
  publish: true,
  note: '',
}

/** A prompt as it is edited: what is kept of it, without what the server tells beside it. */
export const draftOf = ({
  id: _id,
  hasApiKey: _api,
  hasVoiceKey: _voice,
  keptKeys: _keys,
  version: _version,
  publishedVersion: _published,
  ...content
}: Prompt): PromptDraft => ({ ...content, publish: true, note: '' })
