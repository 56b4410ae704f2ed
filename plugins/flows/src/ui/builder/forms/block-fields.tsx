import type { FlowNode } from '../../../graph/graph.ts'
import { ActFields } from './act-fields.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { ActionFields } from './action-fields.tsx'
import { AiFields } from './ai-fields.tsx'
import { BotFields } from './bot-fields.tsx'
import { HttpFields } from './http-fields.tsx'
import { MenuFields } from './menu-fields.tsx'
import { MessageFields } from './message-fields.tsx'
import { QuestionFields } from './question-fields.tsx'
import { TemplateFields } from './template-fields.tsx'

/** The fields of a block, by its kind. */
export function BlockFields({ node, onChange }: { node: FlowNode; onChange(data: FlowNode['data']): void }) {
  switch (node.kind) {
    case 'start':
      return null
    case 'message':
      return <MessageFields data={node.data} onChange={onChange} />
    case 'template':
      return <TemplateFields data={node.data} onChange={onChange} />
    case 'menu':
      return <MenuFields data={node.data} onChange={onChange} />
    case 'question':
      return <QuestionFields data={node.data} onChange={onChange} />
    case 'condition':
      return <ConditionFields data={node.data} onChange={onChange} />
    case 'action':
      return <ActionFields data={node.data} onChange={onChange} />
    case 'http':
      return <HttpFields data={node.data} onChange={onChange} />
    case 'ai':
      return <AiFields data={node.data} onChange={onChange} />
    case 'bot':
      return <BotFields data={node.data} onChange={onChange} />
    default:
      return <ActFields node={node} onChange={onChange} />
  }
}
