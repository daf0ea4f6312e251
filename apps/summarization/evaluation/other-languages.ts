/** What people say on sales calls elsewhere, promises and doubts among it; the sentences of one language follow each other. */
export const otherLanguages: Readonly<Record<string, readonly string[]>> = {
  Spanish: [
    'Buenos días, le llamo por la oferta que le enviamos la semana pasada.',
    'Sí, la he visto, pero el precio es demasiado alto para nosotros.',
    'Le mando otra propuesta el viernes, con el descuento que pidió.',
    'Muy bien, entonces firmamos el lunes y pagamos a treinta días.',
  ],
  German: [
    'Guten Tag, ich rufe wegen des Angebots an, das wir Ihnen geschickt haben.',
    'Ja, das habe ich gelesen, aber so viel können wir dieses Jahr nicht ausgeben.',
    'Ich schicke Ihnen bis Freitag ein neues, und am Montag komme ich vorbei.',
    'In Ordnung, abgemacht. Zwölf Stück, und die Wartung ist im Preis drin.',
  ],
  Dutch: [
    'Goedemorgen, we hebben het over de offerte van vorige week, is dat goed?',
    'Dat is goed, maar we vinden het nog te duur, en de levering is te laat.',
    'Ik stuur u morgen een nieuwe, of we komen maandag bij u langs met het contract.',
    'Prima, dan tekenen we maandag en is de eerste maand van ons.',
  ],
  Danish: [
    'Hej, jeg ringer for at høre, om I har set på det tilbud, vi sendte i sidste uge.',
    'Ja, det har vi, men det er for dyrt, og vi er ikke sikre på at have tid i år.',
    'Jeg sender et nyt på fredag, og så kan vi tale sammen igen i næste uge.',
    'Fint, så siger vi det. Vi tager tolv af dem fra den første.',
  ],
  Italian: [
    'Buongiorno, la chiamo per il preventivo che le abbiamo mandato.',
    'Sì, ma per noi costa troppo, e i tempi di consegna sono lunghi.',
    'Le mando venerdì una proposta nuova e lunedì passo da voi.',
    'Va bene, allora firmiamo lunedì. Ne prendiamo dodici.',
  ],
  Polish: [
    'Dzień dobry, dzwonię w sprawie oferty, którą wysłaliśmy w zeszłym tygodniu.',
    'Tak, ale to dla nas za drogo i nie wiemy, czy zdążymy w tym roku.',
    'Wyślę nową w piątek, a w poniedziałek przyjadę do państwa.',
    'Dobrze, to w poniedziałek podpisujemy i bierzemy dwanaście sztuk.',
  ],
  'Hindi in Latin letters': [
    'Namaste ji, main pichhle hafte ke offer ke baare mein phone kar raha hoon.',
    'Haan dekha hai, lekin daam hamare liye bahut zyada hai.',
    'Main shukravaar tak naya offer bhej doonga, aur somvaar ko aa jaoonga.',
    'Theek hai, phir somvaar ko sign karte hain, barah machine le lenge.',
  ],
  Russian: [
    'Добрый день, звоню по поводу предложения, которое мы прислали на прошлой неделе.',
    'Да, видел, но для нас это слишком дорого.',
    'Я пришлю новое до пятницы, а в понедельник приеду к вам.',
    'Хорошо, договорились. Берём двенадцать штук и платим сразу.',
  ],
  Chinese: [
    '您好，我打电话是想问一下上周给您发的报价。',
    '看过了，但是价格对我们来说太高了。',
    '我星期五之前给您发一份新的，星期一我过来一趟。',
    '好的，那就星期一签合同，我们要十二台。',
  ],
  Arabic: [
    'صباح الخير، أتصل بخصوص العرض الذي أرسلناه الأسبوع الماضي.',
    'نعم رأيته، لكن السعر مرتفع جدا بالنسبة لنا.',
    'سأرسل لكم عرضا جديدا يوم الجمعة وأزوركم يوم الاثنين.',
    'حسنا، نوقع يوم الاثنين ونأخذ اثني عشر جهازا.',
  ],
};
