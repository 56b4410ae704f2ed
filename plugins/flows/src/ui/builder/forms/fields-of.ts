import type { FlowNode, NodeOf } from '../../../graph/graph.ts'

/** Props of the fields of one kind of block. */
export interface FieldsOf<K extends FlowNode['kind']> {
  data: NodeOf<K>['data']
  onChange(data: NodeOf<K>['data']): void
}
