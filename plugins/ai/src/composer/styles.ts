/** Styles in which a draft is rewritten, with what a model is told of each. */
export const rewriteStyles = {
  professional: 'professional: precise and courteous, without slang',
  friendly: 'friendly: warm and helpful',
  informal: 'informal: as people write to someone they know',
  cheerful: 'cheerful: in high spirits, an emoji at most',
  relaxed: 'relaxed: calm and easy-going',
  marketing: 'marketing: shows the benefit and invites to act, without promising what is not said',
  explanatory: 'explanatory: says why, step by step',
  technical: 'technical: exact terms, facts before opinions',
  motivational: 'motivational: encouraging',
  summarized: 'summarized: as short as it can be without losing a fact',
  educational: 'educational: teaches, and defines what may be new',
  legal: 'legal: formal and unambiguous, without adding a promise or a law',
  correction: 'corrected: only spelling, grammar and punctuation; nothing else is changed',
  new: 'a new text: the draft is what it shall be about, and its language is kept',
} as const
export type RewriteStyle = keyof typeof rewriteStyles
export const styleNames = Object.keys(rewriteStyles) as [RewriteStyle, ...RewriteStyle[]]
