const stopWords = new Set(
  "the and you your our my me us them him her his their its that this those these it over with for from into onto out off back will can could would should have has had get got send sent email mail share forward call ring phone book schedule sign review check talk speak ask put together set make made sure please just also now then today tonight tomorrow week month day days hour hours next first thing end before after about some any all more couple few docs stuff things details info paperwork one two everyone everything something anything way time soon quick quickly again well let know right away here there what when where which who how across through along by on in at to of a an is are be so if as or i we he she they do don not no yes okay monday tuesday wednesday thursday friday saturday sunday morning afternoon evening lunchtime lunch noon night latest i'll we'll you'll he'll she'll they'll i'd we'd you'd i'm we're you're that's it's i've we've let's ever give come take tell show need want like may was were did does been give sorry thanks yeah yep ill copy only even still too very much really signed sorted arranged done drawn minute minutes second seconds moment half three four five six seven eight nine ten fifteen twenty thirty pop stick dig straight early late earliest well yourself myself themselves somebody someone anyway obviously maybe probably definitely both hands revert update itself instead".split(
    ' ',
  ),
);

/** The words that distinguish one object from another, cut to a crude stem. */
export function topicsIn(text: string): ReadonlySet<string> {
  const words = text.slice(0, 200).match(/[\p{L}][\p{L}'-]+/gu) ?? [];
  const bare = words.map((word) => word.replace(/'s$/, '')).filter((word) => word.length > 2 && !stopWords.has(word));
  return new Set(bare.map((word) => (word.length > 4 ? word.replace(/(?:ies|es|s|ed|ing|ation|al)$/, '') : word)));
}

/** The same words without those of a day: what a sentence with a date is about. */
export const subjectsIn = (text: string): ReadonlySet<string> =>
  new Set([...topicsIn(text)].filter((topic) => !ofDay.test(topic)));
const ofDay =
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)|^(?:(?:\w+-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|\w+teenth|\w+tieth|weekend|noon|quarter|middle|start|beginning)$/;

/** What two sides do with each other at a time of both. */
export const anotherTalk =
  /\b(?:time|slot|session|calendar|diary|call|speak|talk|meet(?:ing)?|catch up|chat|visit|demo|sit down|get together|reconvene|regroup|kick-?off|workshop|training|walk-?through|review)\b/;
