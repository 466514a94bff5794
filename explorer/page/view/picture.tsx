import { useEffect, useMemo, useRef } from 'preact/hooks'
import {
  type Card,
  CARD_WIDTH,
  type CardRelationship,
  drawnArrow,
  type Drawing,
  ROW_HEIGHT,
  TITLE_HEIGHT,
} from '../model/graph.js'
import { Scroll } from './parts.js'

/** Cards and the arrows between them. */
export function Picture({
  label,
  drawing,
  center,
  included = NONE,
  act,
  choose,
}: {
  readonly label: string
  readonly drawing: Drawing
  readonly center: string
  /** The relationships that are highlighted, each with its card: `posts author`. */
  readonly included?: ReadonlySet<string>
  readonly act: (card: Card, relationship: CardRelationship) => void
  readonly choose: (type: string) => void
}) {
  const { cards, arrows, width, height, isCompact = false } = drawing
  const byType = useMemo(() => new Map(cards.map((card) => [card.type, card])), [cards])
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const card = byType.get(center)
    const element = scroller.current
    if (card && element) {
      element.scrollTo({ left: card.x - (element.clientWidth - CARD_WIDTH) / 2, top: card.y - 120 })
    }
  }, [byType, center])
  return (
    <Scroll kind="canvas" at={scroller} label={label}>
      <div
        class={isCompact ? 'sheet compact' : 'sheet'}
        style={{ width: `${width}px`, height: `${height}px` }}
        onFocusIn={({ target }) => {
          // With the pointer, the element must not move between the press and the click.
          if (target instanceof Element && target.matches(':focus-visible')) {
            target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          }
        }}
      >
        <svg width={width} height={height} aria-hidden="true">
          {arrows.map((arrow) => {
            const drawn = drawnArrow(arrow, byType)
            // Among hundreds of arrows, only the arrows of the chosen type can be followed.
            const isOwn = isCompact && (arrow.from === center || arrow.to === center)
            const isIncluded = isOwn || included.has(`${arrow.from} ${arrow.name}`)
            return (
              drawn && (
                <g
                  key={`${arrow.from} ${arrow.name} ${arrow.to}`}
                  class={isIncluded ? 'arrow included' : 'arrow'}
                >
                  <path d={drawn.curve} />
                  <circle cx={drawn.x} cy={drawn.y} r={3} />
                </g>
              )
            )
          })}
        </svg>
        {cards.map((card) => (
          <div
            key={card.type}
            class={card.type === center ? 'card center' : 'card'}
            style={{
              left: `${card.x}px`,
              top: `${card.y}px`,
              width: `${CARD_WIDTH}px`,
              height: `${card.height}px`,
            }}
          >
            <button
              type="button"
              class="title"
              style={{ height: `${TITLE_HEIGHT}px` }}
              title={card.title ?? card.type}
              onClick={() => choose(card.type)}
            >
              <span>{card.title ?? card.type}</span>
            </button>
            {card.relationships.map((relationship) => {
              const isIncluded = included.has(`${card.type} ${relationship.name}`)
              return (
                <button
                  type="button"
                  key={relationship.name}
                  class="relationship"
                  style={{ height: `${ROW_HEIGHT}px` }}
                  aria-pressed={isIncluded}
                  aria-label={`${relationship.name} of ${card.type}, to ${relationship.isMany ? 'many ' : 'one of '}${relationship.types.slice(0, 5).join(', ')}`}
                  onClick={() => act(card, relationship)}
                >
                  <span>{relationship.name}</span>
                  <span class="hint" aria-hidden="true">
                    {relationship.isMany ? '⇉' : '→'}
                  </span>
                </button>
              )
            })}
          </div>
        ))}
      </div>
    </Scroll>
  )
}

const NONE: ReadonlySet<string> = new Set()
