import type { Prisma } from './prisma/client.js';

/** Ten authors. The last one writes comments, but no posts. */
export function authors(): Prisma.AuthorCreateManyInput[] {
  return AUTHORS.map(([name, email, bio], index) => ({
    id: index + 1,
    name,
    email,
    bio,
    createdAt: hours(index * 24),
  }));
}

/** Profiles of authors 1 to 7. Some of them omit values. */
export function profiles(): Prisma.ProfileCreateManyInput[] {
  return range(7).map((id) => ({
    id,
    authorId: id,
    website: id % 3 === 0 ? null : `https://author-${id}.example.com`,
    twitter: id % 2 === 0 ? null : `author_${id}`,
  }));
}

/** A hundred posts by the authors 1 to 9: every fifth is a draft, and every fourth has no rating. */
export function posts(): Prisma.PostCreateManyInput[] {
  return range(100).map((id) => {
    const draft = id % 5 === 0;
    return {
      id,
      title: TITLES[id - 1] ?? `${pick(OPENINGS, id)} ${pick(SUBJECTS, id)}, part ${Math.ceil(id / 10)}`,
      body: range(1 + (id % 6))
        .map((n) => pick(SENTENCES, id + n))
        .join(' '),
      status: draft ? 'draft' : 'published',
      views: draft ? 0 : (id * 37) % 500,
      rating: id % 4 === 0 ? null : (1 + ((id * 7) % 17) / 4).toFixed(2),
      publishedAt: draft ? null : hours(1000 + id * 12),
      createdAt: hours(900 + id * 12),
      authorId: 1 + (id % 9),
    };
  });
}

/**
 * Five hundred comments on the posts whose id is not a multiple of ten, the last fifty of them on post 1. Every seventh
 * waits for approval, every fifth after the first ninety is a reply, and comment 13 has no author.
 */
export function comments(): Prisma.CommentCreateManyInput[] {
  return range(500).map((id) => {
    const reply = id > 90 && id <= 450 && id % 5 === 0;
    return {
      id,
      body: `${pick(REMARKS, id)} (${id})`,
      approved: id % 7 !== 0,
      createdAt: hours(3000 + id),
      postId: id > 450 ? 1 : commented((id - 1) % 90),
      authorId: id === 13 ? null : 1 + ((id * 3) % 10),
      parentId: reply ? id - 90 : null,
    };
  });
}

/** Twenty tags, with up to three on three of every four posts. No post has the last tag. */
export function tags(): { id: number; name: string; postIds: number[] }[] {
  return TAGS.map((name, index) => ({
    id: index + 1,
    name,
    postIds: range(100).filter((postId) => tagsOf(postId).includes(index + 1)),
  }));
}

/** Attachments of posts 1 to 20, two for every third post, and of authors 1 to 4. Two are larger than 2^53 bytes. */
export function attachments(): Prisma.AttachmentCreateManyInput[] {
  const subjects = [
    ...range(20).flatMap((id) => range(id % 3 === 0 ? 2 : 1).map(() => ['Post', id] as const)),
    ...range(4).map((id) => ['Author', id] as const),
  ];
  return subjects.map(([subjectType, subjectId], index) => ({
    id: index + 1,
    url: `https://files.example.com/${subjectType.toLowerCase()}-${subjectId}-${index + 1}.bin`,
    byteSize: index % 15 === 14 ? 9_007_199_254_740_993n + BigInt(index) : BigInt(index * 1024),
    subjectType,
    subjectId,
  }));
}

const tagsOf = (postId: number): number[] =>
  range(postId % 4).map((n) => 1 + ((postId * 5 + n * 7) % (TAGS.length - 1)));

/** The nth post that has comments: 1 to 9, 11 to 19, and so on. */
const commented = (n: number): number => n + 1 + Math.floor(n / 9);

const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);

const hours = (count: number): Date => new Date(Date.UTC(2024, 0, 1) + count * 3_600_000);

function pick(list: readonly string[], n: number): string {
  const item = list[n % list.length];
  if (item === undefined) throw new RangeError('Nothing to pick from');
  return item;
}

const AUTHORS: readonly (readonly [name: string, email: string, bio: string | null])[] = [
  ['Ada Brontë', 'ada@example.com', 'Writes about engines, poems, and the weather.'],
  ["Nuala O'Brien", 'nuala@example.com', null],
  ['ليلى حداد', 'layla@example.com', 'تكتب عن المدن والقهوة.'],
  ['שירה לוי', 'shira@example.com', null],
  ['Jürgen Weiß', 'juergen@example.com', 'Straßen, Brücken, Größen.'],
  ['山田 花子', 'hanako@example.com', '猫と本が好きです。'],
  ['Zoë 🦊 Quick', 'zoe@example.com', 'Says "hello" 👋 a lot'],
  ['Łukasz Żółw', 'lukasz@example.com', null],
  ['Smith, John', 'john@example.com', ''],
  ['Quiet Reader', 'quiet@example.com', 'Has never written a post.'],
];

/** Titles that are difficult for clients, URLs and databases. The other titles are generated. */
const TITLES: readonly string[] = [
  'Hello, world',
  'Commas, semicolons; and "double quotes"',
  "It's a 'single quote' story",
  'Crème brûlée à la française',
  'Rocket science 🚀 for 👩‍👩‍👧 everyone',
  'مرحبا بالعالم',
  'שלום עולם',
  '100% of _underscores_ and back\\slashes',
  'Angle <b>brackets</b> & ampersands',
  '日本語の題名',
  'hello, world',
  '{"json": ["in", "a", "title"]}',
  'A line\nbreak and a\ttab',
  'null',
  '42',
  'Ünïcödé ÅÉÎØÜ straße',
  '  spaces around  ',
  'Question? marks=and+pluses&more#hash',
];

const OPENINGS: readonly string[] = ['Notes on', 'A history of', 'In praise of', 'Against', 'Living with'];
const SUBJECTS: readonly string[] = [
  'trains',
  'cafés',
  'spreadsheets',
  'the sea',
  'small tools',
  'naïve ideas',
  'winter',
];
const REMARKS: readonly string[] = [
  'I agree',
  'Not so sure, to be honest',
  'Thanks! 🎉',
  'Źródło?',
  "That's what I'd call a plan",
];
const SENTENCES: readonly string[] = [
  'It rained all morning, and nobody minded.',
  'The manual says one thing; the machine does another.',
  'There is a café on the corner where they know my name.',
  'Every number here was measured twice.',
  'What follows is "common knowledge", or so they say.',
  'We took the slow train, because the fast one was late.',
  'Nothing is as permanent as a temporary solution.',
];

const TAGS: readonly string[] = [
  'travel',
  'food',
  'music',
  'science',
  'history',
  'tools',
  'reading',
  'weather',
  'maths',
  'café',
  'c++',
  'q&a',
  'how-to',
  'été',
  '猫',
  'שבת',
  'news, old',
  "rock'n'roll",
  '🚲',
  'unused',
];
