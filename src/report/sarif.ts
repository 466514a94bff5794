import type { Problem } from './problems.js'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
const HOME = 'https://github.com/jsonapi-gen/jsonapi-gen'

/** The problems as a SARIF 2.1.0 log, for code scanning. */
export function asSarif(problems: readonly Problem[], version: string): object {
  const rules = [...new Set(problems.map(({ rule }) => rule))].toSorted()
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'jsonapi-gen',
            version,
            informationUri: HOME,
            rules: rules.map((id) => ({ id, helpUri: `${HOME}/blob/main/${pageOf(id)}` })),
          },
        },
        results: problems.map((each) => resultOf(each, rules)),
      },
    ],
  }
}

function resultOf(
  { rule, severity, text, file, line, fingerprint, reason }: Problem,
  rules: readonly string[],
): object {
  return {
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level: severity,
    message: { text },
    ...(file !== undefined && {
      locations: [
        { physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line } } },
      ],
    }),
    partialFingerprints: { 'jsonapi-gen/v1': fingerprint },
    ...(reason !== undefined && { suppressions: [{ kind: 'external', justification: reason }] }),
  }
}

/** The page that describes a rule. */
function pageOf(rule: string): string {
  if (rule.startsWith('JG')) return `docs/diagnostics.md#${rule.toLowerCase()}`
  if (rule === 'prove') return 'docs/prove.md'
  return rule === 'generated-code' ? 'docs/ci.md' : 'docs/internals/contract-rules.md'
}

/** A path as a URI reference. */
const uriOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
