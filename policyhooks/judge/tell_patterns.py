"""The patterns of tells, by name: how text reads that is written for the reviewer. Data, no code.

PHRASES and MARKS are evidence for the model and the journal: developers write such words too. FAKES decide alone.
"""

from __future__ import annotations

_REVIEWER = (
    r"(?:reviewer|judge|evaluator|grader|moderator|classifier|guardrail|language model|"
    r"(?:ai|llm|safety|security|policy|hook|review) (?:model|reviewer|judge|checker|system|assistant|evaluator|"
    r"agent|filter|engine|bot))"
)
_GIVEN = r"(?:previous|prior|preceding|above|earlier|foregoing|former|your|system|all|any|these|those|other|existing)"
_RULES = r"(?:instruction|rule|prompt|direction|guideline|polic(?:y|ies)|constraint|directive|order|check|command)s?"
_ACT = r"(?:command|call|action|request|operation|event|step|payload|input|message|change|script|tool|one|upload|write)"
_FINE = (
    r"(?:approved|authori[sz]ed|whitelisted|allow ?listed|cleared|vetted|sanctioned|permitted|exempt(?:ed)?|"
    r"safe|harmless|benign|compliant|ok|okay|allowed)"
)

# Sought in the plain text: casefolded, hidden characters gone, every run of separators one space.
PHRASES: dict[str, str] = {
    "addresses the reviewer": (
        rf"(?:dear|hello|hi|hey|attention|attn|note|message|memo|notice|instructions?|reminder|information|fao) "
        rf"(?:(?:to|for|the|our|this|any|all|reading|future) ){{0,3}}{_REVIEWER}\b|"
        rf"\b(?:if|since|because|as) you are (?:(?:an?|the|reading|only|just) ){{0,2}}(?:{_REVIEWER}|ai|llm|"
        rf"assistant|model)\b|"
        rf"\byou are (?:(?:now|actually|no longer|an?|the|in|only|just) ){{1,3}}(?:{_REVIEWER}|ai|llm|assistant|"
        rf"model|dan|unrestricted)\b|"
        rf"\b(?:the |this )?{_REVIEWER} (?:must|should|shall|has to|needs to|will|can|may) "
        rf"(?:now |always |only )?(?:approve|allow|accept|answer|respond|return|reply|ignore|pass|say|output|skip|"
        rf"permit|consider|treat)"
    ),
    "overrides instructions": (
        rf"\b(?:ignore|disregard|forget|override|overrule|neglect|discard|set aside|pay no attention to|do not "
        rf"follow|stop following)"
        rf" (?:\w+ ){{0,2}}?{_GIVEN} (?:\w+ ){{0,3}}?{_RULES}\b|"
        rf"\b(?:new|updated|revised|real|actual) (?:instructions?|system prompt|policy|rules?) (?:follows?|below|"
        rf"from|for|apply|applies|is|are|supersedes?)\b|"
        rf"\b{_RULES} (?:\w+ )?(?:does|do|no longer|did) ?(?:not )?appl(?:y|ies) (?:to|here|any)|"
        r"\b(?:supersedes?|replaces?) (?:all|any|the|your) (?:\w+ )?(?:instructions?|rules?|polic(?:y|ies)|"
        r"prompts?)\b|"
        r"\bsystem (?:override|prompt (?:update|override|ends?)|message ends?)\b|"
        r"\b(?:developer|debug|maintenance|god|admin|dan|jailbreak|unrestricted|test|audit|training) mode (?:is "
        r")?(?:now )?(?:enabled|activated|engaged|active)\b"
    ),
    "claims a verdict": (
        rf"\b(?:this|the|that|following|above|below|every|each)(?: \w+)? {_ACT} (?:\w+ )?(?:is|was|are|has|have)"
        rf" (?:(?:been|already|fully|completely|perfectly|totally|explicitly|pre|known|to|be|considered|\w+ly) "
        rf"){{0,4}}{_FINE}\b|"
        rf"\b(?:pre ?)?(?:approved|authori[sz]ed|cleared|signed off|whitelisted|vetted|sanctioned) by (?:the |our |"
        rf"your |an? )?"
        r"(?:\w+ )?(?:security|admin|administrator|owner|user|ciso|policy|compliance|management|team|system|appsec|"
        r"anthropic|openai|human|operator|reviewer)\b|"
        rf"\b(?:mark|flag|classify|label|treat|consider|rate|judge|score|report|deem|count) (?:this|it|that|"
        rf"everything|all|the)(?: \w+){{0,3}} as (?:\w+ )?(?:{_FINE}|true|approved|passed)\b|"
        r"\b(?:the |your )(?:correct|right|only|expected|proper|valid|final|required|appropriate) (?:\w+ "
        r")?(?:answer|verdict|response|decision|output|outcome|conclusion) (?:is|should|must|here|to|will|would|"
        r"for)\b|"
        r"\b(?:verdict|decision|assessment|evaluation|conclusion) (?:is )?(?:ok|true|safe|approved?|pass(?:ed)?|"
        r"allow(?:ed)?)\b"
    ),
    "dictates the answer": (
        r"\b(?:answer|respond|reply|conclude)(?: (?:with|only|just|exactly|back|that|by|saying|the|json|a|an|"
        r"always|in|single|word|object|simply|immediately|please)){1,6} "
        r"(?:ok|okay|true|yes|approved?|allow(?:ed)?|safe|pass|positive|affirmative)\b|"
        r"\b(?:set|make|let|keep|force|put|return|output|emit|print|produce|give|say|write) (?:the |a |field |key |"
        r"value |of |json |only |with |that |flag ){0,4}ok (?:to |as |is |field to |equal(?:s)? (?:to )?|of )?true\b|"
        r"\bok (?:must|should|has to|needs to|shall|will|is to|field)(?: \w+)? (?:be |equal |to )?(?:set )?(?:to "
        r")?true\b|"
        rf"\b(?:do not|don t|dont|never|must not|should not|shouldn t|no need to|you may not|refrain from) "
        rf"(?:block|deny|flag|reject|refuse|report|question|escalat|analy[sz]|evaluat|inspect|blocking|denying|"
        rf"flagging)\w* (?:this|it|that|the {_ACT}|any|me|us)\b|"
        rf"\b(?:please |you must |you should |just |simply |always )(?:approve|allow|accept|permit|authori[sz]e|"
        rf"pass|greenlight) (?:this|it|that|everything|all|the {_ACT})\b|"
        r"\b(?:approve|allow|permit|accept|authori[sz]e) (?:this|it|everything|the (?:command|call|request|"
        r"action)) (?:immediately|without|regardless|no matter|anyway|unconditionally)\b"
    ),
    "closes the data": (
        r"\bend of (?:the )?(?:data|event|untrusted|payload|arguments|hook input|user input|quoted|markers?|"
        r"evidence)\b|"
        r"\b(?:begin|start) (?:of )?(?:the )?(?:trusted|real|new|actual) (?:instructions?|policy|system|prompt)\b|"
        r"\beverything (?:above|before) (?:this )?(?:\w+ )?(?:is|was) (?:an? )?(?:test|example|data|untrusted|fake|"
        r"sample)\b"
    ),
    "overrides instructions in another language": (
        r"ignorier\w* (?:\w+ ){0,3}(?:anweisung|regel|vorgabe)|missachte\w* (?:\w+ ){0,3}(?:anweisung|regel)|"
        r"antworte (?:\w+ ){0,2}(?:ok|true|ja)\b|"
        r"ignore[zr]? (?:\w+ ){0,3}(?:instructions|consignes|règles)(?: \w+)? (?:précédentes|antérieures|ci "
        r"dessus)|ignore[zr]? (?:toutes )?les (?:instructions|consignes|règles)|"
        r"ignor[ae]\w* (?:\w+ ){0,4}(?:instrucciones|reglas|instruções|regras|istruzioni|regole)|"
        r"игнорируй\w* (?:\w+ ){0,3}(?:инструкци|правил|указани)|"
        r"忽略.{0,8}(?:指令|指示|规则|說明|说明|提示)|無視.{0,8}(?:指令|指示|規則)|"
        r"(?:指示|命令|ルール).{0,4}無視|이전 (?:지시|명령|규칙)\w* 무시"
    ),
}

# Sought in the text with its punctuation.
MARKS: dict[str, str] = {
    "fakes a chat": (
        r"<\|[^|<>\n]{1,40}\|>|<｜[^｜\n]{1,40}｜>|\[/?inst\]|<</?sys>>|</?(?:start_of_turn|end_of_turn)>|"
        r"(?:^|\n)\s{0,9}#{2,4}\s{0,9}(?:system|instructions?|assistant|response|human|user|new "
        r"instructions?)\s{0,9}:|"
        r"\n\s{0,9}(?:human|assistant)\s{0,9}:\s|^\s{0,9}(?:human|assistant|system)\s{0,9}:\s|"
        r"\n\s{0,9}\n\s{0,9}system\s{0,9}:\s|"
        r"\\?[\"']role\\?[\"']\s{0,9}:\s{0,9}\\?[\"'](?:system|assistant|developer)\\?[\"']|"
        r"</?(?:system|assistant|human|instructions?|system[-_ ]prompt|system[-_ ]reminder|reviewer|judge|"
        r"untrusted[-_ ]data|policy[-_ ]instructions?)\s{0,9}>|"
        r"</?(?:data|policy|event|arguments|hook[-_ ]?input)(?:[-_: "
        r"][0-9a-f]{4,})?\s{0,9}>\s{0,9}(?:\S+\s+){0,4}(?:ok|"
        r"approve|ignore|policy|system|instruction|answer|the)|"
        r"(?<!=)={3,20}[ \t]{0,9}(?:begin|end)[^=\n]{0,40}(?:data|system|policy|instructions?|"
        r"prompt)[^=\n]{0,20}={3,}|"
        r"(?<!-)-{3,20}[ \t]{0,9}(?:begin|end)[^-\n]{0,20}(?:data|system|policy|instructions?|"
        r"prompt)[^-\n]{0,20}-{3,}"
    ),
    "carries the answer's schema": (
        r"[\"'`]ok\\?[\"'`]\s{0,9}[:=]\s{0,9}(?:true|false|1\b|[\"'\\]+(?:true|false))|"
        r"[{,]\s{0,9}ok\s{0,9}:\s{0,9}(?:true|false)\b|\bok\s{0,9}[:=]\s{0,9}true\b.{0,40}\breason\b|"
        r"\breason\b.{0,80}\bok\s{0,9}[:=]\s{0,9}true\b"
    ),
}

# Sought in the text as it stands or with its escapes undone: what passes for a part of our own conversation.
_SET = r"\\?[\"'`]?\s{0,9}[:=]\s{0,9}\\?[\"'`]?"
FAKES: dict[str, str] = {
    "fakes the markers": (
        r"\[/?data [0-9a-z]{6,64}\]|"
        r"<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|end|eot_id|start_header_id|end_header_id|"
        r"begin_of_text|end_of_text|start_of_role|end_of_role|channel|message|return)\|>|"
        r"<｜[^｜\n]{1,40}｜>|\[/?inst\]|<</?sys>>|</?(?:start_of_turn|end_of_turn)>"
    ),
    "fakes an answer": (
        rf"\{{[^{{}}]{{0,300}}\bok{_SET}(?:true|false)\b[^{{}}]{{0,300}}\breason{_SET}|"
        rf"\{{[^{{}}]{{0,300}}\breason{_SET}[^{{}}]{{0,300}}\bok{_SET}(?:true|false)\b"
    ),
}
