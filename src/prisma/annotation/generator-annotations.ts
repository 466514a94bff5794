import type { Report } from '../../diagnostic/report.js'
import type { Entry } from '../../tree/tree.js'
import type { DocLine } from '../scan/blocks.js'
import { parsed } from './collect.js'
import { refusePositional } from './model-annotations.js'
import type { Annotation } from './parse.js'
import { distinct, resourceTree } from './sections.js'

/** The annotations of our generator block, which concern the whole API. */
export interface GeneratorAnnotations {
  /** The entry `defaults`, if there is one. */
  readonly defaults: readonly Entry[]
  /** The resources without a model, such as those on the null adapter. */
  readonly resources: readonly Entry[]
}

/** Reads the annotations of our generator block. An annotation that is not permitted there is reported (JG512). */
export function generatorAnnotations(docs: readonly DocLine[], report: Report): GeneratorAnnotations {
  const annotations = parsed(docs, report)
  const defaults = annotations.filter(isDefaults).map((annotation): Entry => {
    refusePositional(annotation, report)
    return { key: 'defaults', at: annotation.name.at, value: annotation.named }
  })
  return {
    defaults: distinct(defaults, report),
    resources: annotations.filter((each) => !isDefaults(each)).flatMap((each) => modelless(each, report)),
  }
}

const isDefaults = ({ name }: Annotation): boolean => name.value === 'defaults'

function modelless(annotation: Annotation, report: Report): readonly Entry[] {
  const { name, named } = annotation
  const type = named.entries.find(({ key }) => key === 'type')?.value
  if (name.value !== 'resource' || type?.kind !== 'scalar' || typeof type.value !== 'string') {
    report.add(
      'JG512',
      name.at,
      'Only @jsonapi.defaults(…) and resources without a model may be above the generator: @jsonapi.resource(type: "…", …)',
    )
    return []
  }
  refusePositional(annotation, report)
  const resource = resourceTree(report)
  for (const entry of named.entries.filter(({ key }) => key !== 'type')) resource.set(entry)
  return [{ key: type.value, at: name.at, value: resource.tree(name.at) }]
}
