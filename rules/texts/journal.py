"""What is said of a journal that is checked."""

from rules.languages import Text

JOURNAL_TEXTS: dict[str, Text] = {
    "journal.no-journal": Text(
        "Line {line}: this is no journal of a table.",
        "第{line}行：这不是麻将桌的审计日志。",
        "{line}行目：卓の監査ログではありません。",
    ),
    "journal.line": Text(
        "Line {line}: where record {record} should be stands something else.",
        "第{line}行：此处应为第{record}条记录，内容却不是记录。",
        "{line}行目：記録{record}があるはずの所に別のものがあります。",
    ),
    "journal.truncated": Text(
        "Line {line}: the journal ends after record {record} without its last line; "
        "ask for the whole file.",
        "第{line}行：日志在第{record}条记录后中断，缺少结尾行；请索取完整文件。",
        "{line}行目：記録{record}の後で途切れ、最後の行がありません。完全なファイルを求めてください。",
    ),
    "journal.after-end": Text(
        "Line {line}: something was added after the journal's end.",
        "第{line}行：日志结尾之后被添加了内容。",
        "{line}行目：ログの終わりの後に何かが付け足されています。",
    ),
    "journal.changed": Text(
        "Record {record} was changed: its bytes do not follow from the records before it.",
        "第{record}条记录被改动：其内容与之前的记录不相接。",
        "記録{record}は書き換えられています。前の記録とつながりません。",
    ),
    "journal.absent": Text(
        "Record {record} is missing.", "缺少第{record}条记录。", "記録{record}がありません。"
    ),
    "journal.again": Text(
        "Where record {record} should be an older one comes again.",
        "此处应为第{record}条记录，却重复了更早的记录。",
        "記録{record}があるはずの所に、前の記録がもう一度出てきます。",
    ),
    "journal.signature": Text(
        "The signature in line {line} is wrong: nobody vouches for the records from {record} on.",
        "第{line}行的签名不对：从第{record}条记录起无法担保。",
        "{line}行目の署名が正しくありません。記録{record}以降は保証されません。",
    ),
    "journal.other-key": Text(
        "This journal is signed with another key than the one you gave.",
        "此日志的签名密钥与您给出的不同。",
        "このログの署名鍵は、指定された鍵と違います。",
    ),
    "journal.claim": Text(
        "Record {record} does not say what a record of its kind must say.",
        "第{record}条记录缺少该类记录应有的内容。",
        "記録{record}には、その種類に必要な内容がありません。",
    ),
    "journal.wall-key": Text(
        "Record {record} opens a wall with another key than the one it was closed with.",
        "第{record}条记录用来开封牌墙的密钥不是封存时的密钥。",
        "記録{record}は、封をした時とは別の鍵で山を開けています。",
    ),
    "journal.wall-root": Text(
        "Record {record} shows other tiles than those that the wall was closed with.",
        "第{record}条记录公开的牌与封存时的牌墙不符。",
        "記録{record}の牌は、封をした時の山の牌と違います。",
    ),
    "journal.wall-again": Text(
        "Record {record} closes a wall that was closed before.",
        "第{record}条记录重复封存了以前的牌墙。",
        "記録{record}は、以前の山をもう一度封じています。",
    ),
    "journal.root-chain": Text(
        "Record {record} names another wall before it than the one that was closed last.",
        "第{record}条记录所指的上一牌墙并非最近封存的牌墙。",
        "記録{record}が指す前の山は、最後に封じられた山ではありません。",
    ),
    "journal.wall-early": Text(
        "Record {record} opens a wall before its hand has ended.",
        "第{record}条记录在该局结束前就公开了牌墙。",
        "記録{record}は、局が終わる前に山を開けています。",
    ),
    "journal.wall-shut": Text(
        "Record {record} puts a wall away whose hand has ended and which was not opened.",
        "第{record}条记录时，该局已结束，但其牌墙未公开就被收走。",
        "記録{record}で、局が終わったのに、その山が開けられないまま片付けられています。",
    ),
    "journal.wall-unknown": Text(
        "Record {record} opens a wall that was never closed, or was opened before.",
        "第{record}条记录公开的牌墙从未封存，或已公开过。",
        "記録{record}が開けた山は、封じられていないか、すでに開けられています。",
    ),
    "journal.hand-again": Text(
        "Record {record} tells of a hand that was played before.",
        "第{record}条记录重复了已打过的一局。",
        "記録{record}は、すでに打たれた局を繰り返しています。",
    ),
    "journal.promise": Text(
        "Record {record} takes a promise back: another one was made for the next throw or cut.",
        "第{record}条记录收回了承诺：为下一次掷骰或切牌另作了承诺。",
        "記録{record}は約束を取り消しています。次のサイコロか山切りに別の約束をしています。",
    ),
    "journal.dice-seed": Text(
        "Record {record} is a throw whose seed was not committed to before it.",
        "第{record}条记录的骰子种子事先没有承诺。",
        "記録{record}のサイコロの種は、事前に約束されたものではありません。",
    ),
    "journal.dice-faces": Text(
        "Record {record} shows other faces than seed and press make.",
        "第{record}条记录的点数与种子和按键时刻算出的不符。",
        "記録{record}の目は、種と押した時刻から出る目と違います。",
    ),
    "journal.cut-nonce": Text(
        "Record {record} is a cut whose number was not committed to before it.",
        "第{record}条记录的切牌随机数事先没有承诺。",
        "記録{record}の山切りの数は、事前に約束されたものではありません。",
    ),
    "journal.cut-place": Text(
        "Record {record} cuts the wall at another stack than the keys name.",
        "第{record}条记录的切牌位置与各家按键所定的不符。",
        "記録{record}の山切りの位置は、各家のキーで決まる位置と違います。",
    ),
}
